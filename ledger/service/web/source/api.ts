/** Asking the service (docs/SERVICE.md): bodies, tokens, problems, and asking again where the network failed. */

import { random, toHex } from "./bytes.ts";

const WAITS = [300, 800, 2_000, 4_000, 8_000];
/** What goes by if one waits a moment. Whatever else is refused is told at once: asked again, it would be refused again. */
const PASSING = ["lost", "too-many-requests", "too-many-connections", "stopping"];
/** What a proxy answers that does not reach the service. */
const UNREACHED = [502, 503, 504];
/** Seconds for which the service may put somebody off before they are told so at once. */
const LONGEST = 10;
export const LOST = "The connection is lost; trying again …";

/** Why the service did not do what was asked, in its own sentence; `seconds`: how long to wait before it is asked again. */
export class Problem extends Error {
  constructor(
    readonly kind: string,
    readonly status: number,
    detail: string,
    readonly seconds = 0,
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
  /** Told what is wrong while it is asked again, and "" once there is an answer. */
  readonly trouble?: (words: string) => void;
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
      if (nth > 0) request.trouble?.("");
      return text;
    } catch (error) {
      const problem = error instanceof Problem ? error : lost();
      const again = repeatable && PASSING.includes(problem.kind) && problem.seconds <= LONGEST && (request.still?.() ?? nth < WAITS.length);
      if (!again) throw problem;
      request.trouble?.(meanwhile(problem));
      await pause(Math.max(WAITS[Math.min(nth, WAITS.length - 1)] ?? 0, 1_000 * problem.seconds));
    }
  }
}

/** What to tell of a problem while what was asked is tried again. */
export function meanwhile(problem: Problem): string {
  return problem.kind === "lost" ? LOST : `${problem.message} Trying again …`;
}

function lost(status = 0): Problem {
  return new Problem("lost", status, "The service cannot be reached; try again in a moment.");
}

async function once(path: string, request: Request): Promise<string> {
  const body = request.file ?? (request.body === undefined ? null : JSON.stringify(request.body));
  const answer = await fetch(path, { method: request.method ?? "GET", headers: headers(request, body !== null), body, cache: "no-store" });
  if (!answer.ok) throw await problemOf(answer);
  return answer.text();
}

/** The headers of a request. */
export function headers({ token, key }: Request, hasBody = false): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { "idempotency-key": key } : {}),
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}

/** What an answer says that is wrong. */
export async function problemOf(answer: Response): Promise<Problem> {
  const text = await answer.text();
  try {
    const { type, detail } = JSON.parse(text) as { type: unknown; detail: unknown };
    if (typeof type !== "string" || typeof detail !== "string") throw new TypeError("a problem of somebody else's");
    return new Problem(type.replace("/problems/", ""), answer.status, detail, secondsIn(answer.headers.get("retry-after")));
  } catch {
    return UNREACHED.includes(answer.status) ? lost(answer.status) : new Problem("unknown", answer.status, `The service answered ${answer.status}; try again in a moment.`);
  }
}

/** The seconds that a header Retry-After says, a minute at most. */
function secondsIn(header: string | null): number {
  return Math.min(60, Number(/^[0-9]{1,9}$/.exec(header ?? "")?.[0] ?? 0));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** What to tell of something that went wrong. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
