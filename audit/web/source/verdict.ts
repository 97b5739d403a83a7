/** The verdict: what held, and what that is worth, which depends on where the verifier key came from. */

import type { Verified } from "./said.ts";

/** Where the key came from: the reader, the page's link, the server that has the page, or the bundle itself. */
export type KeySource = "given" | "link" | "server" | "bundle";

export interface Verdict {
  readonly tone: "" | "open";
  readonly word: string;
  readonly sentence: string;
}

const WORTH: Readonly<{ [source in KeySource]: string }> = {
  given: "",
  link: " The verifier key came with the link: this is worth as much as whoever gave you that. Compare it with the key that the operator gave out before the session.",
  server: " The verifier key came from the server that has this page: that shows only that the server agrees with itself. Compare it with the key that the operator gave out before the session.",
  bundle: "",
};

/** What to say of a bundle in which everything held. */
export function verdictOf(verified: Verified, source: KeySource): Verdict {
  const round = `${verified.session}/${verified.round}`;
  if (source === "bundle") {
    return {
      tone: "open",
      word: "Signed by nobody known",
      sentence: "Everything in this file agrees, but it was checked with the key that it names itself, and anyone can make such a file: this proves nothing about who signed it. Give the verifier key that you have from the operator.",
    };
  }
  const sentence = `Round ${round} was dealt from the sealed shoe${verified.isVoid ? ", as far as it went" : ""}. Whether it was played and paid by the rules this page does not check: \`shoe verify\` does.${WORTH[source]}`;
  return source === "given" ? { tone: "", word: "Sealed", sentence } : { tone: "open", word: "Sealed, if the key is the ledger’s", sentence };
}
