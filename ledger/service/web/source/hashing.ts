/** Hashes of FORMAT.md: frames and leaves (§2, §6), entropy (§6), a round's events (§10), questions (§15). */

import { sha256 } from "@noble/hashes/sha2.js";

import { joined, utf8 } from "./bytes.ts";

const FACE_DOWN = ["hole", "down", "late", "extra", "toss", "unasked"];
const DOUBLES = ["double", "triple"];

function u32(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/** Each part preceded by its length. */
export function frame(...parts: readonly Uint8Array[]): Uint8Array {
  return joined(...parts.flatMap((part) => [u32(part.length), part]));
}

/** SHA-256 over the frame of a label and parts. */
export function H(label: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(frame(utf8(label), ...parts));
}

/** The leaf hash of a line, without its newline. */
export function leafHash(line: string): Uint8Array {
  return sha256(joined(Uint8Array.of(0), utf8(line)));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(1), left, right));
}

export function entropyHash(open: Uint8Array, name: string, entropy: Uint8Array): Uint8Array {
  return H("sealedshoe/1/entropy", open, utf8(name), entropy);
}

/** An event whose card, if it lies hidden from anybody when it is dealt, is written `xx`; `faceDown` says so of doubles. */
export function masked(event: string, faceDown: boolean): string {
  const words = event.split(" ");
  const verb = words[1] === "timeout" ? words[2] : words[1];
  if (FACE_DOWN.includes(verb ?? "") || (faceDown && DOUBLES.includes(verb ?? ""))) words[words.length - 1] = "xx";
  return words.join(" ");
}

/** The hash of a round's first events, each masked. */
export function digest(log: readonly string[], faceDown: boolean): Uint8Array {
  return H("sealedshoe/1/receipt", ...log.map((event) => utf8(masked(event, faceDown))));
}

/** The hash of a question about a hand, put upon a line of the log and the round's events so far. */
export function questionHash(basis: Uint8Array, who: string, log: readonly string[], faceDown: boolean): Uint8Array {
  return H("sealedshoe/1/question", basis, utf8(who), digest(log, faceDown));
}

/** What a player signs: the question's hash, and the answer to it. */
export function answerFrame(question: Uint8Array, answer: string): Uint8Array {
  return frame(utf8("sealedshoe/1/answer"), question, utf8(answer));
}
