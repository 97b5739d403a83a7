/** The checking itself, in a thread of its own, so that the page answers meanwhile. */

import { parseKey } from "./note.ts";
import { Refused } from "./refused.ts";
import { said, type Verified } from "./said.ts";
import { verify } from "./verify.ts";

export interface Question {
  readonly bytes: Uint8Array;
  /** A verifier key, or nothing for the bundle's own. */
  readonly vkey: string;
}

export type Answer =
  | { readonly is: "progress"; readonly what: string; readonly done: number }
  | { readonly is: "refused"; readonly why: string }
  | { readonly is: "verified"; readonly verified: Verified };

/** Check what is asked and tell what comes of it; `tell` hears of the progress first. */
export function answer(question: Question, tell: (answer: Answer) => void): void {
  try {
    const key = question.vkey === "" ? null : parseKey(question.vkey);
    tell({ is: "verified", verified: said(verify(question.bytes, key, (what, done) => tell({ is: "progress", what, done }))) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const why = error.message;
    tell({ is: "refused", why: why.charAt(0).toUpperCase() + why.slice(1) });
  }
}

/** Answer every question that the page sends. */
export function serve(self: { onmessage: unknown; postMessage: (answer: Answer) => void }): void {
  let told = 0;
  self.onmessage = ({ data }: MessageEvent<Question>): void => {
    answer(data, (one) => {
      // A large file makes progress thousands of times a second.
      const now = performance.now();
      if (one.is === "progress" && now - told < 100) return;
      told = now;
      self.postMessage(one);
    });
  };
}
