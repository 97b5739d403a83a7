/** A check in a worker, which is this page's own script started again. */

import type { Answer, Question } from "./worker.ts";

export interface Checking {
  readonly stop: () => void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL: (url: string) => string };
}

const BROKEN = "This file broke the check itself, which proves nothing about it: try `shoe verify`.";
const FORBIDDEN = "This server’s policy does not let the page work: save the page, and open it from disk.";

let own = "";

/** The address of the page's own script, which is all that the page's policy (require-trusted-types-for) lets become one. */
function ownScript(): string {
  if (own === "") {
    const url = URL.createObjectURL(new Blob([document.scripts[0]?.textContent ?? ""], { type: "text/javascript" }));
    const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
    own = types ? types.createPolicy("worker", { createScriptURL: (given) => given }).createScriptURL(url) : url;
  }
  return own;
}

/** Begin to check; every answer is told until it is over or stopped. */
export function startChecking(question: Question, tell: (answer: Answer) => void): Checking {
  const worker = new Worker(ownScript());
  worker.onmessage = ({ data }: MessageEvent<Answer>) => tell(data);
  // A worker that could not even be loaded says so without a message.
  worker.onerror = ({ message }) => tell({ is: "refused", why: message ? BROKEN : FORBIDDEN });
  worker.postMessage(question);
  return { stop: () => worker.terminate() };
}
