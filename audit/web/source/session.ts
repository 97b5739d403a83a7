/** The session's own lines: open, seats, start, then one chain by `prev` (FORMAT.md §4), and the players' entropy (§6). */

import type { Bundle, Line } from "./bundle.ts";
import { equal } from "./bytes.ts";
import type { Of, OfSession, Record } from "./records.ts";
import { Refused, within } from "./refused.ts";
import { readRules, type Rules } from "./rules.ts";
import { entropyHash, entropyRoot, type Source } from "./seeds.ts";
import { folded } from "./words.ts";

export type Seat = Of<"seat">;

export interface Session {
  readonly open: Of<"open">;
  readonly rules: Rules;
  readonly seats: readonly Seat[];
  readonly source: Source;
  /** Its lines behind `start`, and `start` before them. */
  readonly lines: readonly OfSession[];
  /** Lines that this reader does not understand. */
  readonly unknown: readonly { readonly record: string; readonly seq: number }[];
}

/** The session of a bundle; Refused where its beginning is incomplete, its lines contradict one another or its entropy is another. */
export function readSession(bundle: Bundle): Session {
  const own = bundle.lines.filter((line) => belongs(line.record, bundle.session));
  const [first, ...rest] = own.map((line) => line.record as OfSession);
  if (first?.kind !== "open" || first.prev !== 0) throw new Refused(`The bundle lacks the \`open\` line of session ${bundle.session}.`);
  const rules = within(`Line ${first.seq}`, () => readRules(first.rules, first.rules_hash));
  const past = rest.findIndex((record) => record.kind !== "seat");
  const seats = rest.slice(0, Math.max(past, 0)) as Seat[];
  const [start, ...lines] = rest.slice(seats.length);
  if (start?.kind !== "start") throw new Refused(`The bundle lacks the \`start\` line of session ${bundle.session}.`);
  checkSeats(first, seats, start, rules);
  const stray = lines.find(({ kind }) => kind === "open" || kind === "seat" || kind === "start");
  if (stray) throw new Refused(`Line ${stray.seq} is a second \`${stray.kind}\` where the session is already under way.`);
  checkChain([start, ...lines]);
  const unknown = bundle.lines.map((line) => line.record).filter((record) => record.kind === "unknown");
  return { open: first, rules, seats, source: sourceOf(own[0] as Line, seats, start), lines: [start, ...lines], unknown };
}

/** Whether a line is one of the session's; Refused where it has no place in a bundle about it. */
function belongs(record: Record, session: number): boolean {
  if (record.seq === 0 || record.kind === "key") return false;
  if (record.kind === "unknown" && record.session === null) return false;
  if (record.kind === "ledger" || record.kind === "event" || record.session !== session) {
    throw new Refused(`Line ${record.seq}, of the kind \`${record.record}\`, has no place in a bundle about session ${session}.`);
  }
  return true;
}

function checkSeats(open: Of<"open">, seats: readonly Seat[], start: Of<"start">, rules: Rules): void {
  const taken = new Set<number>();
  for (const [at, seat] of seats.entries()) {
    const before = at === 0 ? open : (seats[at - 1] as Seat);
    if (seat.seat !== at + 1 || seat.prev !== before.seq || (at > 0 && seat.seq !== before.seq + 1)) {
      throw new Refused(`Line ${seat.seq} is not the next seat of its session: the seats 1, 2, … must stand directly after one another.`);
    }
    const twin = seats.slice(0, at).find((other) => folded(other.name) === folded(seat.name));
    if (twin) throw new Refused(`Line ${seat.seq} has the name of seat ${twin.seat} over again.`);
    const rising = seat.boxes.every((box, place) => place === 0 || box > (seat.boxes[place - 1] as number));
    if (!rising || seat.boxes.some((box) => taken.has(box))) throw new Refused(`Line ${seat.seq} has boxes that are not rising, or another seat’s.`);
    if (rules.playersBank && seat.boxes.length > 1) throw new Refused(`Line ${seat.seq} has several places in a private game.`);
    for (const box of seat.boxes) taken.add(box);
  }
  if (start.prev !== seats.at(-1)?.seq) throw new Refused(`Line ${start.seq}, the \`start\`, does not follow the last seat: one is missing.`);
}

/** Each line's `prev` is the session's line before it, or one that this bundle leaves out. */
function checkChain(lines: readonly OfSession[]): void {
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before && (line.prev < before.seq || line.prev >= line.seq)) {
      throw new Refused(`Line ${line.seq} says that the session’s line before it is line ${line.prev}, and it is line ${before.seq} or a later one.`);
    }
    if (before?.kind === "close") throw new Refused(`Line ${line.seq} stands behind the session’s \`close\`.`);
  }
}

function sourceOf(open: Line, seats: readonly Seat[], start: Of<"start">): Source {
  if (start.entropy.length !== seats.length) throw new Refused(`Line ${start.seq} has the entropy of ${start.entropy.length} seats, and there are ${seats.length}.`);
  const given = seats.map((seat, at) => ({ name: seat.name, entropy: start.entropy[at] as Uint8Array }));
  const other = seats.find((seat, at) => !equal(entropyHash(open.leaf, given[at] as (typeof given)[number]), seat.entropy_hash));
  if (other) throw new Refused(`The entropy of seat ${other.seat} in line ${start.seq} is not what its hash in line ${other.seq} committed to.`);
  return { openLeaf: open.leaf, entropyRoot: entropyRoot(given) };
}
