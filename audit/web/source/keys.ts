/** Who signed: from a key that the reader holds to the key in force, by the notes of each change (FORMAT.md §3). */

import type { Bundle } from "./bundle.ts";
import { isSignedBy, parseKey, type Checkpoint, type VerifierKey } from "./note.ts";
import type { Of, Record } from "./records.ts";
import { Refused, within } from "./refused.ts";
import { extendsTree } from "./tree.ts";

/** A key, and the size from which on it is the one in force. */
interface Term {
  readonly key: VerifierKey;
  readonly from: number;
}

/** What was shown of who signed. */
export interface Signed {
  readonly key: VerifierKey;
  readonly changes: number;
}

/** Check every signature of a bundle; Refused where one is missing or false, or the key given is none of the ledger's. */
export function checkSignatures(bundle: Bundle, given: VerifierKey | null): Signed {
  const terms = termsOf(bundle.lines.map((line) => line.record), bundle.checkpoint.name);
  if (given && given.name !== bundle.checkpoint.name) {
    throw new Refused(`The checkpoint is of the ledger ${bundle.checkpoint.name}, and the verifier key is of ${given.name}.`);
  }
  if (given && !terms.some((term) => term.key.text === given.text)) {
    throw new Refused("The verifier key that was given is none of this ledger’s keys: somebody else signed it, or it is the wrong key.");
  }
  const last = keyAt(terms, bundle.checkpoint.size);
  demandSignature("The checkpoint", bundle.checkpoint, last);
  checkRotations(bundle, terms);
  if (bundle.extends) {
    const { checkpoint: older, proof } = bundle.extends;
    demandSignature("The older checkpoint that it extends", older, keyAt(terms, older.size));
    demandExtension("The older checkpoint that it extends", older, bundle.checkpoint, proof);
  }
  return { key: last, changes: terms.length - 1 };
}

/** The keys of the ledger in the order of their terms. */
function termsOf(records: readonly Record[], name: string): Term[] {
  const zero = records[0];
  if (zero?.kind !== "ledger" || zero.seq !== 0) throw new Refused("The bundle lacks line 0, which names the ledger and its first key.");
  if (zero.name !== name) throw new Refused(`The checkpoint is of the ledger ${name}, and line 0 of ${zero.name}.`);
  const changes = records.filter((record): record is Of<"key"> => record.kind === "key");
  const terms = [{ key: parseKey(zero.vkey), from: 0 }, ...changes.map(({ vkey, seq }) => ({ key: parseKey(vkey), from: seq + 1 }))];
  for (const [at, { key }] of terms.entries()) {
    if (key.name !== name) throw new Refused(`A key of the ledger ${name} bears another name, ${key.name}.`);
    if (terms.findIndex((term) => term.key.text === key.text) < at) throw new Refused("The ledger names one key twice.");
  }
  return terms;
}

function keyAt(terms: readonly Term[], size: number): VerifierKey {
  return (terms.findLast((term) => term.from <= size) as Term).key;
}

function demandSignature(part: string, checkpoint: Checkpoint, key: VerifierKey): void {
  if (checkpoint.name !== key.name) throw new Refused(`${part} is of another ledger, ${checkpoint.name}.`);
  if (!within(part, () => isSignedBy(checkpoint, key))) throw new Refused(`${part} is not signed by the key in force (${key.text.slice(0, 80)}).`);
}

function demandExtension(part: string, older: Checkpoint, now: Checkpoint, proof: readonly Uint8Array[]): void {
  if (extendsTree(older.size, older.root, now.size, now.root, proof)) return;
  throw new Refused(`${part}, of ${older.size} lines, does not lead to the checkpoint: the history is another, or the proof is.`);
}

/** Each change of key: the first checkpoint that covers it, signed by the key before and by the new one. */
function checkRotations(bundle: Bundle, terms: readonly Term[]): void {
  if (bundle.rotations.length !== terms.length - 1) {
    throw new Refused(`The bundle has ${terms.length - 1} changes of key and ${bundle.rotations.length} checkpoints of such.`);
  }
  for (const [at, { checkpoint, proof }] of bundle.rotations.entries()) {
    const [before, after] = [terms[at] as Term, terms[at + 1] as Term];
    const part = `The checkpoint of the change of key in line ${after.from - 1}`;
    if (checkpoint.size !== after.from) throw new Refused(`${part} is of ${checkpoint.size} lines, and must be of ${after.from}.`);
    demandSignature(part, checkpoint, before.key);
    demandSignature(part, checkpoint, after.key);
    demandExtension(part, checkpoint, bundle.checkpoint, proof);
  }
}
