/** Signed notes (C2SP signed-note), checkpoints and verifier keys (FORMAT.md §3). */

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { equal, fromBase64, fromHex, joined, utf8 } from "./bytes.ts";
import { Refused } from "./refused.ts";

const LONGEST = 65_536;
const MOST_SIGNATURES = 64;
const ED25519 = 1;

export interface VerifierKey {
  readonly text: string;
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

export interface Checkpoint {
  readonly name: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** A verifier key in its one form, `name+<key id>+base64`; Refused where it is none. */
export function parseKey(given: string): VerifierKey {
  const text = given.trim();
  const [, name = "", id = "", encoded = ""] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const [key, keyId] = [fromBase64(encoded), fromHex(id, 4)];
  const named = key !== null && sha256(joined(utf8(name), Uint8Array.of(0x0a), key)).subarray(0, 4);
  if (!key || !keyId || !named || key.length !== 33 || key[0] !== ED25519 || !equal(named, keyId)) {
    throw new Refused("This is no verifier key of a ledger: it looks like name+1a2b3c4d+AX…, in one line.");
  }
  return { text, name, id: keyId, publicKey: key.subarray(1) };
}

/** The text of a note that a key has signed; Refused where it has not. */
export function openNote(note: string, key: VerifierKey, what: string): string {
  const gap = note.lastIndexOf("\n\n");
  const lines = note.slice(gap + 2, -1).split("\n");
  if (gap < 0 || !note.endsWith("\n") || utf8(note).length > LONGEST || lines.length > MOST_SIGNATURES) throw new Refused(`${what} is no signed note: keep it, and ask the director.`);
  const text = note.slice(0, gap + 1);
  const theirs = lines.map(signatureOf).filter((one) => one?.name === key.name && equal(one.id, key.id));
  if (theirs.length === 0) throw new Refused(`${what} is not signed with the ledger’s key that you hold: do not go on, and ask the director.`);
  if (!theirs.every((one) => one && isSigned(one.signature, utf8(text), key.publicKey))) throw new Refused(`${what} has a signature that is false: do not go on, and keep it.`);
  return text;
}

function signatureOf(line: string): { name: string; id: Uint8Array; signature: Uint8Array } | null {
  const [, name = "", encoded = ""] = /^— ([^+\s]+) (\S+)$/u.exec(line) ?? [];
  const decoded = fromBase64(encoded);
  return decoded === null || decoded.length < 5 ? null : { name, id: decoded.subarray(0, 4), signature: decoded.subarray(4) };
}

/** A checkpoint that a key has signed; Refused where it has not, or is another ledger's. */
export function openCheckpoint(note: string, key: VerifierKey): Checkpoint {
  const [name = "", size = "", root = "", end, ...more] = openNote(note, key, "The checkpoint").split("\n");
  const hash = fromBase64(root);
  const isOne = end === "" && more.length === 0 && /^(0|[1-9][0-9]{0,15})$/.test(size) && hash?.length === 32;
  if (!isOne || name !== key.name) throw new Refused(`What was signed is no checkpoint of the ledger ${key.name}: do not go on, and keep it.`);
  return { name, size: Number(size), root: hash };
}

/** Ed25519 as in RFC 8032 (§5.1.7), without the leniency of ZIP 215 that the library has otherwise. */
export function isSigned(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return signature.length === 64 && ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // a key or a point that is none
  }
}
