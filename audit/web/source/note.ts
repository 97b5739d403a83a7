/** Signed notes (C2SP signed-note), checkpoints and verifier keys (FORMAT.md §3). */

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { equal, fromBase64, fromHex, joined, utf8 } from "./bytes.ts";
import { Refused } from "./refused.ts";
import { isLedgerName } from "./words.ts";

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
  readonly note: Note;
}

interface Note {
  readonly text: Uint8Array;
  readonly signatures: readonly { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array }[];
}

/** A verifier key in its one form, `name+<key id>+base64`; Refused where it is none. */
export function parseKey(text: string): VerifierKey {
  const match = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text);
  const [, name = "", id = "", encoded = ""] = match ?? [];
  const key = fromBase64(encoded);
  if (match === null || key === null || !isLedgerName(name)) throw new Refused("This is no verifier key: it looks like name+1a2b3c4d+AX…, in one line.");
  if (key.length !== 33 || key[0] !== ED25519) throw new Refused("This verifier key is none of a ledger: its kind is not Ed25519.");
  const right = sha256(joined([utf8(name), Uint8Array.of(0x0a), key])).subarray(0, 4);
  if (!equal(fromHex(id), right)) throw new Refused("This verifier key contradicts itself: its eight digits are not those of its name and key. Copy it again.");
  return { text, name, id: right, publicKey: key.subarray(1) };
}

/** The checkpoint in a note, whoever signed it; Refused where it is none. */
export function readCheckpoint(text: string): Checkpoint {
  const note = readNote(text);
  const [name = "", size = "", root = "", end, ...more] = text.slice(0, text.lastIndexOf("\n\n") + 1).split("\n");
  const hash = fromBase64(root);
  const count = Number(size);
  if (end !== "" || more.length > 0 || !isLedgerName(name) || !/^(0|[1-9][0-9]*)$/.test(size) || !Number.isSafeInteger(count) || hash?.length !== 32) {
    throw new Refused("is no checkpoint: its text must be a ledger’s name, a number of lines and a root.");
  }
  return { name, size: count, root: hash, note };
}

function readNote(text: string): Note {
  const bytes = utf8(text);
  if (bytes.length > LONGEST) throw new Refused(`is longer than the ${LONGEST} bytes of a note.`);
  const gap = text.lastIndexOf("\n\n");
  if (gap < 0 || !text.endsWith("\n") || /[\x00-\x09\x0b-\x1f]/.test(text)) throw new Refused("is no signed note.");
  const lines = text.slice(gap + 2, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) throw new Refused(`has more than ${MOST_SIGNATURES} signature lines.`);
  return { text: utf8(text.slice(0, gap + 1)), signatures: lines.map(readSignature) };
}

function readSignature(line: string): Note["signatures"][number] {
  const [, name = "", encoded = ""] = /^— ([^+\s]+) (\S+)$/u.exec(line) ?? [];
  const decoded = fromBase64(encoded);
  if (name === "" || decoded === null || decoded.length < 5) throw new Refused("has a signature line that is none.");
  return { name, id: decoded.subarray(0, 4), signature: decoded.subarray(4) };
}

/** Whether a key has signed a checkpoint; Refused where a line by that key fails, or the key is another ledger's. */
export function isSignedBy(checkpoint: Checkpoint, key: VerifierKey): boolean {
  const theirs = checkpoint.note.signatures.filter(({ name, id }) => name === key.name && equal(id, key.id));
  for (const { signature } of theirs) {
    if (!verifies(signature, checkpoint.note.text, key.publicKey)) throw new Refused(`has a signature by ${key.name} that is false.`);
  }
  return theirs.length > 0;
}

/** Ed25519 as in RFC 8032 (§5.1.7), without the leniency of ZIP 215 that the library has otherwise. */
export function verifies(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return signature.length === 64 && ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // a key or a point that is none
  }
}
