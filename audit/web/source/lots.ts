/** Lots for the bank that are drawn by number: of which shoe's stream, and among whom (FORMAT.md §6, §9). */

import { toHex } from "./bytes.ts";
import { Company } from "./company.ts";
import { readEvent } from "./events.ts";
import type { Played } from "./records.ts";
import { Refused, within } from "./refused.ts";
import type { Seeds } from "./seal.ts";
import { Stream, type Source } from "./seeds.ts";
import type { Session } from "./session.ts";
import { isPlayed } from "./stretch.ts";

export interface Lot {
  readonly seq: number;
  readonly seat: number;
  readonly number: number;
  /** The shoe whose lot stream it is read from: the one that the chain gave next. */
  readonly shoe: number;
  readonly candidates: readonly number[];
}

/** Every lot in the session's lines, in order. */
export function lotsOf(session: Session): readonly Lot[] {
  const company = new Company(session.seats, session.rules);
  const lots: Lot[] = [];
  let banker = 0;
  for (const line of session.lines) {
    if (!isPlayed(line)) continue;
    lots.push(...within(`Line ${line.seq}`, () => lotsIn(line, banker, company)));
    banker = line.banker;
  }
  return lots;
}

function lotsIn(line: Played, banker: number, company: Company): Lot[] {
  let shoe = shoeBefore(line.log, line.shoes[0]?.index) + 1;
  const lots: Lot[] = [];
  for (const text of line.log) {
    const event = readEvent(text);
    company.heed(event);
    if (event.act === "shuffle" || event.act === "reshuffle") shoe = (event.numbers[0] ?? 0) + 1;
    if (event.act !== "lot" || event.who.is !== "seat" || event.numbers.length === 0) continue;
    const candidates = company.candidates(banker, line.before);
    if (candidates.length === 0) throw new Refused("a lot is drawn, and there is nobody to draw it.");
    lots.push({ seq: line.seq, seat: event.who.seat, number: event.numbers[0] ?? 0, shoe, candidates });
  }
  return lots;
}

/** The shoe that the chain gave last when a log began: the first one listed, unless the log takes that itself. */
function shoeBefore(log: readonly string[], first: number | undefined): number {
  const takes = log.map((event) => /^D (?:re)?shuffle ([0-9]+)$/.exec(event)?.[1]).find((index) => index !== undefined);
  if (takes !== undefined) return Number(takes) - 1;
  return first ?? 0;
}

/** How many lots were compared with their streams; Refused at the first that is another. */
export function checkLots(lots: readonly Lot[], seeds: Seeds, source: Source): number {
  const streams = new Map<number, Stream>();
  let compared = 0;
  for (const lot of lots) {
    const seed = seeds.get(lot.shoe);
    if (!seed) continue;
    const stream = streams.get(lot.shoe) ?? new Stream("lot", seed, lot.shoe, source);
    streams.set(lot.shoe, stream);
    const due = stream.below(lot.candidates.length);
    if (due !== lot.number || lot.candidates[due] !== lot.seat) {
      throw new Refused(`Line ${lot.seq} draws lot ${lot.number} for seat ${lot.seat}, and the sealed seed ${toHex(seed).slice(0, 8)}… gives ${due}, seat ${lot.candidates[due]}.`);
    }
    compared += 1;
  }
  return compared;
}
