/** Which of a session's lines a round depends on, and that none of them is missing (FORMAT.md §11). */

import type { Bundle } from "./bundle.ts";
import type { OfSession, Played } from "./records.ts";
import { Refused } from "./refused.ts";
import type { Session } from "./session.ts";

export interface Stretch {
  /** The `round` or `void` that the bundle is about. */
  readonly target: Played;
  /** The `round` or `start` before the first shoe was taken. */
  readonly base: OfSession;
  /** Every line of the session behind `base`, as far as they follow one another. */
  readonly lines: readonly OfSession[];
}

export const isPlayed = (record: OfSession): record is Played => record.kind === "round" || record.kind === "void";

/** The log of a record that has one. */
export function logOf(record: OfSession): readonly string[] {
  return isPlayed(record) || record.kind === "begin" || record.kind === "close" ? record.log : [];
}

/** The stretch of a bundle's round; Refused where a line of it is missing. */
export function stretchOf(bundle: Bundle, session: Session): Stretch {
  const { lines } = session;
  const places = lines.flatMap((line, at) => (isPlayed(line) && line.round === bundle.round ? [at] : []));
  const [at] = places;
  if (at === undefined || places.length > 1) throw new Refused(`The bundle must have one record of round ${bundle.round}, which it is about, and has ${places.length}.`);
  const target = lines[at] as Played;
  const [from, to] = followingOneAnother(lines, at);
  const taken = takenAt(lines, from, at, target);
  const base = lines.slice(from, taken).findLastIndex((line) => line.kind === "round" || line.kind === "start");
  if (base < 0) {
    const first = lines[from] as OfSession;
    throw new Refused(`The session’s line before line ${first.seq}, line ${first.prev}, is missing: a bundle goes back to the round before its first shoe.`);
  }
  return { target, base: lines[from + base] as OfSession, lines: lines.slice(from + base + 1, to) };
}

/** The largest part of the lines around one of them in which each is the `prev` of the next. */
function followingOneAnother(lines: readonly OfSession[], at: number): [from: number, to: number] {
  const follows = (place: number): boolean => lines[place]?.prev === lines[place - 1]?.seq;
  let [from, to] = [at, at + 1];
  while (from > 0 && follows(from)) from -= 1;
  while (to < lines.length && follows(to)) to += 1;
  return [from, to];
}

/** The place of the line in which the first shoe of the round was taken. */
function takenAt(lines: readonly OfSession[], from: number, at: number, target: Played): number {
  const first = target.shoes[0]?.index;
  if (first === undefined) return at;
  const place = lines.slice(from, at + 1).findLastIndex((line) => logOf(line).some((event) => event === `D shuffle ${first}` || event === `D reshuffle ${first}`));
  if (place < 0) throw new Refused(`The line in which shoe ${first} was taken is missing, or one between it and line ${target.seq}.`);
  return from + place;
}
