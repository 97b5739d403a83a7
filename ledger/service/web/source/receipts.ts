/** Receipts (FORMAT.md §10): whether the operator signed for just what the player saw. */

import { equal, fromBase64 } from "./bytes.ts";
import { digest } from "./hashing.ts";
import { openNote, type VerifierKey } from "./note.ts";
import { Refused } from "./refused.ts";

/** What a receipt is for. */
export interface Receipt {
  readonly session: number;
  readonly round: number;
  readonly seat: number;
  readonly begin: Uint8Array;
  readonly events: number;
  readonly digest: Uint8Array;
}

/** A receipt that is signed with the ledger's key; Refused where it is not. */
export function readReceipt(note: string, key: VerifierKey): Receipt {
  const [ledger, place = "", seat = "", begin = "", events = "", hash = "", end] = openNote(note, key, "A receipt").split("\n");
  const [, session, round] = /^([0-9]{1,7})\/([0-9]{1,7})$/.exec(place) ?? [];
  const [leaf, seen] = [fromBase64(begin), fromBase64(hash)];
  if (ledger !== `${key.name}/receipt` || !session || leaf?.length !== 32 || seen?.length !== 32 || end !== "") throw new Refused("A receipt is not one of this ledger: keep it, and ask the director.");
  return { session: Number(session), round: Number(round), seat: Number(seat), begin: leaf, events: Number(events), digest: seen };
}

/** Whether a receipt is for the events that a player saw; null where fewer have been seen so far. */
export function isFor(receipt: Receipt, log: readonly string[], faceDown: boolean): boolean | null {
  if (log.length < receipt.events) return null;
  return equal(receipt.digest, digest(log.slice(0, receipt.events), faceDown));
}
