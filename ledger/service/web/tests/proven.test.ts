/** The file of all seats: one that is right is taken, and with each single thing wrong nothing would be revealed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { joined, random, toBase64, toHex, utf8 } from "../source/bytes.ts";
import { canonical, type Json } from "../source/canonical.ts";
import { digest, leafHash, nodeHash } from "../source/hashing.ts";
import { parseKey } from "../source/note.ts";
import { openLineIn, rulesIn, verifyInvitation, verifySeats } from "../source/proven.ts";
import { isFor, readReceipt } from "../source/receipts.ts";
import { hashOf, newSecret, publicKey, type Secret } from "../source/secret.ts";

type Record = { [key: string]: Json };

const NAME = "club.example/live";
const SEED = new Uint8Array(32).fill(7);
const VERIFIER = joined(Uint8Array.of(1), ed25519.getPublicKey(SEED));
const ID = sha256(joined(utf8(NAME), Uint8Array.of(0x0a), VERIFIER)).subarray(0, 4);
const KEY = parseKey(`${NAME}+${toHex(ID)}+${toBase64(VERIFIER)}`);
const RULES = { pack: { ace: "soft" } };

function signed(text: string): string {
  return `${text}\n— ${NAME} ${toBase64(joined(ID, ed25519.sign(utf8(text), SEED)))}\n`;
}

function half(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

function root(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  return nodeHash(root(leaves.slice(0, half(leaves.length))), root(leaves.slice(half(leaves.length))));
}

function path(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const at = half(leaves.length);
  return index < at ? [...path(index, leaves.slice(0, at)), root(leaves.slice(at))] : [...path(index - at, leaves.slice(at)), root(leaves.slice(0, at))];
}

/** A log that is signed, and lines of it with their proofs. */
function log(records: readonly Record[]): { note: string; proven: (seq: number) => Json } {
  const lines = records.map((record) => canonical(record));
  const leaves = lines.map(leafHash);
  const note = signed(`${NAME}\n${lines.length}\n${toBase64(root(leaves))}\n`);
  return { note, proven: (seq) => ({ line: lines[seq] ?? "", proof: path(seq, leaves).map(toBase64) }) };
}

const LEDGER: Record = { format: 1, height: 8, name: NAME, record: "ledger", seq: 0, vkey: KEY.text };
const OTHER: Record = { record: "ruling", seq: 1, session: 1 };
const OPEN: Record = { record: "open", rules: RULES, rules_hash: toHex(sha256(utf8(canonical(RULES)))), seq: 2, session: 2 };
const SECRET: Secret = newSecret({ checkpoint: "", name: "Ann", open: toHex(leafHash(canonical(OPEN))) }, true);
const ANN: Record = { entropy_hash: hashOf(SECRET), key: publicKey(SECRET), name: "Ann", prev: 2, record: "seat", seat: 1, seq: 3, session: 2, source: "own" };
const BO: Record = { entropy_hash: toHex(random()), key: null, name: "Bo", prev: 3, record: "seat", seat: 2, seq: 4, session: 2, source: "own" };
const ALL = [LEDGER, OTHER, OPEN, ANN, BO];

function seatsFile(records: readonly Record[], lines = [0, 2, 3, 4], change: (file: Record) => Record = (file) => file): string {
  const { note, proven } = log(records);
  return `${canonical(change({ checkpoint: note, format: "sealedshoe/seats/1", lines: lines.map(proven) }))}\n`;
}

const changed = (at: number, change: Record): Record[] => ALL.map((record, place) => (place === at ? { ...record, ...change } : record));

test("a file in which everything is right is taken, and its checkpoint kept", () => {
  const file = seatsFile(ALL);
  assert.equal(verifySeats(file, KEY, SECRET), log(ALL).note);
  assert.deepEqual([toHex(leafHash(openLineIn(file))), rulesIn(file)], [SECRET.open, RULES]);
});

const WRONG: readonly (readonly [what: string, file: string, why: RegExp])[] = [
  ["another ledger's key", seatsFile(ALL).replaceAll(toHex(ID), "00000000").replace("— club", "— pub"), /not signed with the ledger’s key/],
  ["a signature over something else", seatsFile(ALL, [0, 2, 3, 4], (file) => ({ ...file, checkpoint: String(file["checkpoint"]).replace("\n5\n", "\n6\n") })), /a signature that is false/],
  ["a line that the log does not have", seatsFile(ALL).replace(String(BO["entropy_hash"]), String(ANN["entropy_hash"])), /is not proven/],
  ["an `open` line changed since", seatsFile(changed(2, { session: 2, table: "x" })), /not the one that your hash was given for/],
  ["a seat left out in front", seatsFile(ALL, [0, 2, 4]), /Seat 1 does not stand directly after/],
  ["a seat left out at the end", seatsFile(ALL, [0, 2, 3]), /goes on after the last seat/],
  ["something signed after the seats", seatsFile([...ALL, { record: "start", seq: 5, session: 2 }]), /goes on after the last seat/],
  ["a seat of another session", seatsFile(changed(4, { session: 3 })), /Seat 2 does not stand/],
  ["a line between the seats", seatsFile(changed(4, { prev: 2 })), /Seat 2 does not stand/],
  ["another hash than mine", seatsFile(changed(3, { entropy_hash: toHex(random()) })), /another hash than yours/],
  ["no key of mine", seatsFile(changed(3, { key: null })), /does not have your key/],
  ["the house's entropy", seatsFile(changed(3, { source: "house" })), /the house made the entropy/],
  ["no seat of mine", seatsFile(changed(3, { name: "Cy" })), /no seat for Ann/],
  ["another format", seatsFile(ALL, [0, 2, 3, 4], (file) => ({ ...file, format: "sealedshoe/seats/2" })), /not the file of all seats/],
  ["another ledger's first line", seatsFile(changed(0, { name: "pub.example" })), /not that of the ledger/],
];

for (const [what, file, why] of WRONG) test(`nothing is revealed to ${what}`, () => void assert.throws(() => verifySeats(file, KEY, SECRET), why));

test("an invitation leads to its session, and none with other rules than its hash names does", () => {
  const invitation = (records: readonly Record[]): string => {
    const { note, proven } = log(records);
    return `${canonical({ checkpoint: note, format: "sealedshoe/invitation/1", name: "Ann", open: proven(2), zero: proven(0) })}\n`;
  };
  assert.deepEqual(verifyInvitation(invitation(ALL.slice(0, 3)), KEY), { checkpoint: log(ALL.slice(0, 3)).note, name: "Ann", open: SECRET.open });
  assert.throws(() => verifyInvitation(invitation(changed(2, { rules: {} })), KEY), /not those that its hash names/);
});

test("a receipt is for the events that were seen, and for no others", () => {
  const events = ["1 bet 2", "1 down 8H"];
  const note = signed(`${NAME}/receipt\n2/1\n1\n${toBase64(random())}\n2\n${toBase64(digest(events, false))}\n`);
  const read = readReceipt(note, KEY);
  assert.deepEqual([read.session, read.round, read.seat, read.events], [2, 1, 1, 2]);
  assert.deepEqual([["1 bet 2", "1 down xx", "D deal 5C"], ["1 bet 2"], ["1 bet 4", "1 down xx"]].map((log) => isFor(read, log, false)), [true, null, false]);
  assert.throws(() => readReceipt(note.replace("2/1", "2/2"), KEY), /a signature that is false/);
});
