/** A hand bundle, checked from its bytes to its cards (FORMAT.md §11). */

import { readBundle, type Bundle } from "./bundle.ts";
import { Company } from "./company.ts";
import { readEvent, type Event } from "./events.ts";
import { checkSignatures, type Signed } from "./keys.ts";
import { checkBegins } from "./live.ts";
import { checkLots, lotsOf, type Lot } from "./lots.ts";
import type { VerifierKey } from "./note.ts";
import { Rack, type Taken } from "./rack.ts";
import type { OfSession } from "./records.ts";
import { Refused, within } from "./refused.ts";
import { provenSeeds, sealedCards } from "./seal.ts";
import { readSession, type Session } from "./session.ts";
import { checkAnswers, type SignedAnswer } from "./signatures.ts";
import { isPlayed, logOf, stretchOf, type Stretch } from "./stretch.ts";

/** Everything that was checked, and held. */
export interface Checked {
  readonly bundle: Bundle;
  readonly signed: Signed;
  readonly session: Session;
  readonly stretch: Stretch;
  readonly log: readonly Event[];
  /** Every card that was compared, of the bundle's round and of the others of its shoes. */
  readonly cards: readonly Taken[];
  readonly answers: readonly SignedAnswer[];
  readonly lots: number;
  readonly begins: number;
  /** Cards in the bundle's lines of shoes that were taken before them, which nothing there shows. */
  readonly uncompared: number;
}

/** Tells what is being done, and how much of it is done (0 to 1). */
export type Progress = (what: string, done: number) => void;

/** Check a bundle with a key that the reader holds, or with its own; Refused, with the reason, where anything does not hold. */
export function verify(bytes: Uint8Array, key: VerifierKey | null, progress: Progress): Checked {
  const bundle = readBundle(bytes, (done) => progress("Reading the lines", done));
  const signed = checkSignatures(bundle, key);
  const session = readSession(bundle);
  const stretch = stretchOf(bundle, session);
  const begins = checkBegins(session.open.mode, stretch.lines);
  const answers = checkAnswers(bundle, session, stretch);
  const { rack, log } = followed(session, stretch);
  checkHand(bundle, log);
  const lots = lotsOf(session);
  const asked = [...wantedSeeds(stretch, lots), ...rack.shoes.map((shoe) => shoe.index), ...lots.map((lot) => lot.shoe)];
  const seeds = provenSeeds(session, new Set(asked), (done) => progress("Following the chain of seeds", done));
  const cards = sealedCards(rack.shoes, seeds, session, (done) => progress("Shuffling the shoes", done));
  const compared = checkLots(lots, seeds, session.source);
  return { bundle, signed, session, stretch, log, cards, answers, lots: compared, begins, uncompared: rack.dealt - cards.length };
}

/** The shoes of the stretch with the cards that its logs take from them, and the log of the bundle's round. */
function followed(session: Session, stretch: Stretch): { rack: Rack; log: readonly Event[] } {
  const company = new Company(session.seats, session.rules);
  const rack = new Rack(session.rules, session.open.chain, company);
  const followedLines = new Set(stretch.lines);
  let own: readonly Event[] = [];
  for (const line of session.lines) {
    checkAccounts(line, session);
    const log = within(`Line ${line.seq}`, () => logOf(line).map(readEvent));
    if (session.open.mode === "batch" && log.some((event) => event.timeout)) throw new Refused(`Line ${line.seq} has a timeout, and its session is not live.`);
    if (line.seq <= stretch.base.seq) within(`Line ${line.seq}`, () => log.forEach((event) => company.heed(event)));
    if (line === stretch.base) rack.begin(line);
    if (followedLines.has(line) && line.kind !== "begin") rack.follow(line, log, isPlayed(line) ? line.banker : 0);
    if (line === stretch.target) own = log;
  }
  return { rack, log: own };
}

/** A banker and balances are those of the session's accounts. */
function checkAccounts(line: OfSession, session: Session): void {
  const accounts = session.seats.length + 1;
  const lists = isPlayed(line) ? [line.before, line.after] : line.kind === "begin" || line.kind === "close" ? [line.balances] : [];
  if (lists.some((balances) => balances.length !== accounts)) throw new Refused(`Line ${line.seq} has not one balance for each of the ${accounts} accounts.`);
  if ((isPlayed(line) || line.kind === "begin") && line.banker >= accounts) throw new Refused(`Line ${line.seq} has a banker who has no seat.`);
}

function checkHand(bundle: Bundle, log: readonly Event[]): void {
  const isThere = bundle.hand === null || log.some(({ who }) => who.is === "hand" && (who.path === bundle.hand || who.path.startsWith(`${bundle.hand}.`)));
  if (!isThere) throw new Refused(`The bundle is about hand ${bundle.hand}, and round ${bundle.round} has none such.`);
}

/** The shoes whose seeds the bundle must tell; Refused where the stretch does not reach the lines that do. */
function wantedSeeds(stretch: Stretch, lots: readonly Lot[]): ReadonlySet<number> {
  const { target, lines } = stretch;
  const wanted = new Set([...target.shoes.map((shoe) => shoe.index), ...lots.filter((lot) => lot.seq === target.seq).map((lot) => lot.shoe)]);
  const later = lines.filter((line) => line.seq >= target.seq);
  const untold = Array.from(wanted).find((index) => !later.some((line) => tells(line, index)));
  if (untold !== undefined) {
    throw new Refused(`The seed of shoe ${untold} is not told in the lines that follow: one of them is missing, or the shoe goes on and the round has no proof yet.`);
  }
  return wanted;
}

/** Whether a line tells the seed of a shoe; `close` tells that of the last, to which all others lead. */
function tells(line: OfSession, index: number): boolean {
  return line.kind === "close" || (isPlayed(line) && line.shoes.some((shoe) => shoe.index === index && shoe.seed !== null));
}
