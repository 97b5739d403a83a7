/** Lines under a signed checkpoint: the invitation, and the file of all seats, verified before anything is given (FORMAT.md §12). */

import { sha256 } from "@noble/hashes/sha2.js";

import { fromBase64, toHex, utf8 } from "./bytes.ts";
import { canonical, readFields, textOf, type Fields, type Json } from "./canonical.ts";
import { leafHash } from "./hashing.ts";
import { openCheckpoint, type Checkpoint, type VerifierKey } from "./note.ts";
import { Refused } from "./refused.ts";
import { hashOf, publicKey, type Secret } from "./secret.ts";
import { includes } from "./tree.ts";

const NOT_REVEALED = "nothing was revealed; keep the file, and ask the director.";

/** What an invitation proves: whose it is, the session, and the leaf hash of its `open` line. */
export interface Invited {
  readonly checkpoint: string;
  readonly name: string;
  readonly open: string;
}

/** A line of the log as a file has it. */
interface Line {
  readonly text: string;
  readonly fields: Fields;
  readonly seq: number;
}

/** Verify an invitation with the key that the player holds; Refused where it proves too little. */
export function verifyInvitation(file: string, key: VerifierKey): Invited {
  const fields = readFields(file.replace(/\n$/, ""), ["checkpoint", "format", "name", "open", "zero"], "an invitation");
  const checkpoint = openCheckpoint(textOf(fields, "checkpoint"), key);
  if (fields["format"] !== "sealedshoe/invitation/1") throw new Refused("This invitation has a format that this page does not know.");
  requireLedger(proven(fields["zero"], checkpoint, "ledger"), key);
  const opened = proven(fields["open"], checkpoint, "open");
  const rules = toHex(sha256(utf8(canonical(opened.fields["rules"] ?? null))));
  if (rules !== opened.fields["rules_hash"]) throw new Refused("The rules in the `open` line are not those that its hash names: do not sit down.");
  return { checkpoint: textOf(fields, "checkpoint"), name: textOf(fields, "name"), open: toHex(leafHash(opened.text)) };
}

/** Verify the file of all seats, and only then give back its checkpoint, to be kept; Refused where revealing would be unsafe. */
export function verifySeats(file: string, key: VerifierKey, secret: Secret): string {
  const fields = readFields(file.replace(/\n$/, ""), ["checkpoint", "format", "lines"], "the file of all seats");
  const [note, lines] = [textOf(fields, "checkpoint"), fields["lines"]];
  if (fields["format"] !== "sealedshoe/seats/1" || !Array.isArray(lines) || lines.length < 3) throw new Refused(`This is not the file of all seats: ${NOT_REVEALED}`);
  const checkpoint = openCheckpoint(note, key);
  requireLedger(proven(lines[0], checkpoint, "ledger"), key);
  const opened = proven(lines[1], checkpoint, "open");
  if (toHex(leafHash(opened.text)) !== secret.open) throw new Refused(`The session is not the one that your hash was given for: ${NOT_REVEALED}`);
  const seats = lines.slice(2).map((line: Json) => proven(line, checkpoint, "seat"));
  requireInOrder(opened, seats);
  requireMine(seats, secret);
  const end = (seats.at(-1)?.seq ?? 0) + 1;
  if (checkpoint.size !== end) throw new Refused(`The log that was signed goes on after the last seat, perhaps with a start: ${NOT_REVEALED}`);
  return note;
}

/** The session's `open` line, as it stands in the file of all seats. */
export function openLineIn(seatsFile: string): string {
  const lines = readFields(seatsFile.replace(/\n$/, ""), null, "the file of all seats")["lines"];
  return textOf(Array.isArray(lines) ? (lines[1] as Fields) : {}, "line");
}

/** The whole rule set of the session. */
export function rulesIn(seatsFile: string): Fields {
  return readFields(openLineIn(seatsFile), null, "a line of the log")["rules"] as Fields;
}

/** A record of this kind that a checkpoint covers. */
function proven(given: Json | undefined, checkpoint: Checkpoint, kind: string): Line {
  const { line = "", proof } = (given ?? {}) as Fields;
  const fields = readFields(String(line), null, "a line of the log");
  const seq = fields["seq"];
  const hashes = Array.isArray(proof) ? proof.map((one: Json) => fromBase64(String(one))) : [null];
  if (fields["record"] !== kind || typeof seq !== "number" || hashes.some((one) => one?.length !== 32)) throw new Refused(`A line is not the \`${kind}\` line that must stand there: ${NOT_REVEALED}`);
  if (!includes(leafHash(String(line)), seq, checkpoint.size, hashes as Uint8Array[], checkpoint.root)) {
    throw new Refused(`Line ${seq} is not proven to stand in the log that was signed: ${NOT_REVEALED}`);
  }
  return { text: String(line), fields, seq };
}

function requireLedger({ fields, seq }: Line, key: VerifierKey): void {
  if (seq !== 0 || fields["name"] !== key.name || fields["format"] !== 1) throw new Refused(`The first line is not that of the ledger ${key.name}: do not go on.`);
}

/** The seats follow one another from the session's `open` line on, and none is left out. */
function requireInOrder(opened: Line, seats: readonly Line[]): void {
  let before = opened.seq;
  for (const [at, { fields, seq }] of seats.entries()) {
    const follows = fields["prev"] === before && (at === 0 || seq === before + 1);
    if (!follows || fields["seat"] !== at + 1 || fields["session"] !== opened.fields["session"]) throw new Refused(`Seat ${at + 1} does not stand directly after the line before: ${NOT_REVEALED}`);
    before = seq;
  }
}

function requireMine(seats: readonly Line[], secret: Secret): void {
  const mine = seats.find(({ fields }) => fields["name"] === secret.name)?.fields;
  if (!mine) throw new Refused(`There is no seat for ${secret.name}: ${NOT_REVEALED}`);
  if (mine["entropy_hash"] !== hashOf(secret)) throw new Refused(`The seat of ${secret.name} has another hash than yours: ${NOT_REVEALED}`);
  if (mine["key"] !== publicKey(secret)) throw new Refused(`The seat of ${secret.name} does not have your key: ${NOT_REVEALED}`);
  if (mine["source"] !== "own") throw new Refused(`The seat of ${secret.name} says that the house made the entropy: ${NOT_REVEALED}`);
}
