/** Asking the service (docs/SERVICE.md): bodies, tokens, problems, and asking again where the network failed. */

import { random, toHex } from "./bytes.ts";

const AGAIN = [429, 503];
const WAITS = [300, 800, 2_000, 4_000, 8_000];

/** Why the service did not do what was asked, in its own sentence. */
export class Problem extends Error {
  constructor(
    readonly kind: string,
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

export interface Request {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly token?: string | null;
  /** What becomes the JSON body, or the text of a file that is sent as it is. */
  readonly body?: unknown;
  readonly file?: string;
  /** The key by which the same request may be sent again. */
  readonly key?: string;
  /** Whether it is still worth asking again. */
  readonly still?: () => boolean;
  /** Told when the network fails, and when it works again. */
  readonly trouble?: (lost: boolean) => void;
}

/** A key that no other request has. */
export function newKey(): string {
  return toHex(random(16));
}

/** The JSON that the service answers; Problem where it refuses. */
export async function ask<T>(path: string, request: Request = {}): Promise<T> {
  const text = await askText(path, request);
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** The text that the service answers. What can be sent twice without harm is sent again until there is an answer. */
export async function askText(path: string, request: Request = {}): Promise<string> {
  const repeatable = request.method !== "POST" || request.key !== undefined;
  for (let nth = 0; ; nth += 1) {
    try {
      const text = await once(path, request);
      if (nth > 0) request.trouble?.(false);
      return text;
    } catch (error) {
      const again = repeatable && (request.still?.() ?? nth < WAITS.length) && !(error instanceof Problem && !AGAIN.includes(error.status));
      if (!again) throw error instanceof Problem ? error : new Problem("lost", 0, "The service cannot be reached; try again in a moment.");
      request.trouble?.(true);
      await pause(WAITS[Math.min(nth, WAITS.length - 1)] ?? 0);
    }
  }
}

async function once(path: string, request: Request): Promise<string> {
  const body = request.file ?? (request.body === undefined ? null : JSON.stringify(request.body));
  const answer = await fetch(path, { method: request.method ?? "GET", headers: headers(request, body !== null), body, cache: "no-store" });
  const text = await answer.text();
  if (!answer.ok) throw problemIn(text, answer.status);
  return text;
}

/** The headers of a request. */
export function headers({ token, key }: Request, hasBody = false): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { "idempotency-key": key } : {}),
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}

/** What the service says that is wrong. */
export function problemIn(text: string, status: number): Problem {
  try {
    const { type, detail } = JSON.parse(text) as { type: string; detail: string };
    return new Problem(String(type).replace("/problems/", ""), status, String(detail));
  } catch {
    return new Problem("unknown", status, `The service answered ${status}; try again in a moment.`);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** What to tell of something that went wrong. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
