/** The records of the log, each with exactly its keys (FORMAT.md §4). */

import { readCanonical, type Value } from "./canonical.ts";
import { utf8 } from "./bytes.ts";
import { parseKey } from "./note.ts";
import { Refused } from "./refused.ts";
import { anything, asMap, base64Hash, base64Signature, hash, integer, list, name, object, oneOf, orNull, string, text, time, type Fields, type Shape } from "./shape.ts";
import { isLedgerName } from "./words.ts";

const LONGEST = 65_535;
const SAFE = Number.MAX_SAFE_INTEGER;
export const MOST_SEATS = 16;
export const MOST_BOXES = 14;
export const MOST_SHOES = 2 ** 24;
const MOST_ROUNDS = 10 ** 6;
const MOST_MONEY = 10 ** 12;

const seq = integer(0, SAFE);
const money = integer(-SAFE, SAFE);
const balances = list(money, 2, MOST_SEATS + 1);
const round = integer(1, MOST_ROUNDS);
const account = integer(0, MOST_SEATS);
const seat = integer(1, MOST_SEATS);
const box = integer(1, MOST_SEATS);
const event = string("event", (words) => /^[\x20-\x7e]+$/.test(words));
const log = list(event);
const vkey: Shape<string> = (value, where) => parseKey(string("verifier key")(value, where)).text;
const shoe = object({ first: integer(0, SAFE), index: integer(1, MOST_SHOES), seed: orNull(hash) });
const shoes = list(shoe);

const always = { record: string("kind"), seq, time };
const ofSession = { ...always, prev: seq, session: integer(1, SAFE) };
const played = { ...ofSession, after: balances, banker: account, before: balances, log, round, shoes };
const placed = { net: money, place: integer(1, SAFE), seat };

const signedAnswer = object({ answer: event, event: integer(0, SAFE), seat, seen: integer(0, SAFE), signature: base64Signature });

const KINDS = {
  ledger: object({ ...always, format: integer(1, 1), height: integer(4, 24), name: string("ledger’s name", isLedgerName), vkey }),
  open: object({ ...ofSession, chain: integer(1, MOST_SHOES), commitment: hash, mode: oneOf("batch", "live"), rules: anything, rules_hash: hash, table: name }),
  seat: object({ ...ofSession, boxes: list(box, 0, MOST_BOXES), entropy_hash: hash, key: orNull(base64Hash), name, seat, source: oneOf("own", "house"), stack: integer(1, MOST_MONEY) }),
  start: object({ ...ofSession, entropy: list(hash, 1, MOST_SEATS) }),
  begin: object({ ...ofSession, balances, banker: account, log, round, shoes }),
  round: object(played),
  void: object({ ...played, reason: text }),
  signed: object({ ...ofSession, answers: list(signedAnswer, 1, 256), round }),
  ruling: object({ ...ofSession, about: integer(0, MOST_ROUNDS), text }),
  event: object({ ...always, name, sessions: list(integer(1, SAFE), 1), standings: list(object({ ...placed, name, session: integer(1, SAFE) })) }),
  key: object({ ...always, vkey }),
  close: object({ ...ofSession, balances, log, reason: oneOf("rounds", "players", "seeds", "stopped"), seed: hash, standings: list(object(placed)) }),
} as const;

type Kinds = typeof KINDS;
/** A record of a kind that is known. */
export type Of<K extends keyof Kinds> = (Kinds[K] extends Shape<infer T> ? T : never) & { readonly kind: K };
/** A record of a kind that this reader does not know: its place is checked, and nothing else. */
export interface Unknown extends Fields<typeof always> {
  readonly kind: "unknown";
  readonly session: number | null;
  readonly prev: number;
}
export type Known = { [K in keyof Kinds]: Of<K> }[keyof Kinds];
export type Record = Known | Unknown;
export type Played = Of<"round"> | Of<"void">;
export type OfSession = Exclude<Known, Of<"ledger"> | Of<"event"> | Of<"key">> | (Unknown & { readonly session: number });
export type Shoe = Played["shoes"][number];

/** The record that a line holds; Refused where the line is not in its one form. */
export function readRecord(line: string): Record {
  if (utf8(line).length > LONGEST) throw new Refused(`is longer than ${LONGEST} bytes.`);
  const value = readCanonical(line);
  const kind = string("text")(asMap(value, "the record").get("record") ?? null, "“record”");
  if (!Object.hasOwn(KINDS, kind)) return readUnknown(value);
  const read = KINDS[kind as keyof Kinds](value, `the \`${kind}\` record`);
  return { ...read, kind } as Known;
}

function readUnknown(value: Value): Unknown {
  const map = asMap(value, "the record");
  const field = <T>(key: string, shape: Shape<T>): T => shape(map.get(key) ?? null, `“${key}” of a record of an unknown kind`);
  const session = map.has("session") ? field("session", ofSession.session) : null;
  const prev = session === null ? 0 : field("prev", seq);
  return { kind: "unknown", record: field("record", always.record), seq: field("seq", seq), time: field("time", time), session, prev };
}
