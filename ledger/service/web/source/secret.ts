/** What a player keeps to themselves, as the file of `shoe seat` has it, and the two files that they give (FORMAT.md §12). */

import { ed25519 } from "@noble/curves/ed25519.js";

import { fromHex, random, toBase64, toHex } from "./bytes.ts";
import { canonical, readFields, textOf } from "./canonical.ts";
import { answerFrame, entropyHash } from "./hashing.ts";
import { Refused } from "./refused.ts";

const FORMAT = "sealedshoe/seat-secret/2";
const KEYS = ["checkpoint", "entropy", "format", "key", "name", "open"];

/** Entropy, and the private half of the key to sign with, in hexadecimal; `open` is the leaf hash of the line that they are for. */
export interface Secret {
  readonly checkpoint: string;
  readonly entropy: string;
  readonly key: string | null;
  readonly name: string;
  readonly open: string;
}

/** A new secret for an invitation. */
export function newSecret(invited: { checkpoint: string; name: string; open: string }, signs: boolean): Secret {
  return { ...invited, entropy: toHex(random()), key: signs ? toHex(random()) : null };
}

export function secretFile(secret: Secret): string {
  return `${canonical({ format: FORMAT, ...secret })}\n`;
}

/** A secret from its file; Refused, in words that do not quote it. */
export function readSecret(file: string): Secret {
  const fields = readFields(file.replace(/\n$/, ""), KEYS, "the secret of `shoe seat`, or of this page,");
  const [entropy, open, key] = [textOf(fields, "entropy"), textOf(fields, "open"), fields["key"] ?? null];
  const isWhole = fields["format"] === FORMAT && fromHex(entropy) && fromHex(open) && (key === null || (typeof key === "string" && fromHex(key)));
  if (!isWhole) throw new Refused("This file is no secret of a seat, or is damaged.");
  return { checkpoint: textOf(fields, "checkpoint"), entropy, key: key as string | null, name: textOf(fields, "name"), open };
}

/** The public half of the key in a secret, in base64; null where it has none. */
export function publicKey(secret: Secret): string | null {
  return secret.key === null ? null : toBase64(ed25519.getPublicKey(bytes(secret.key)));
}

export function hashOf(secret: Secret): string {
  return toHex(entropyHash(bytes(secret.open), secret.name, bytes(secret.entropy)));
}

export function hashFile(secret: Secret): string {
  const { name, open } = secret;
  return `${canonical({ entropy_hash: hashOf(secret), format: "sealedshoe/seat-hash/2", key: publicKey(secret), name, open })}\n`;
}

export function revealFile({ entropy, name, open }: Secret): string {
  return `${canonical({ entropy, format: "sealedshoe/seat-reveal/1", name, open })}\n`;
}

/** The signature, in base64, over a question's hash and the answer to it (FORMAT.md §15). */
export function signAnswer(key: string, question: Uint8Array, answer: string): string {
  return toBase64(ed25519.sign(answerFrame(question, answer), bytes(key)));
}

function bytes(hex: string): Uint8Array {
  const read = fromHex(hex);
  if (read === null) throw new Refused("This secret is damaged; restore it from its file.");
  return read;
}
