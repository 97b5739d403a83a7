/** The seal: seeds back to the commitment, and every card and cut that follows from them (FORMAT.md §6, §7). */

import { equal } from "./bytes.ts";
import type { InUse, Taken } from "./rack.ts";
import type { OfSession } from "./records.ts";
import { Refused } from "./refused.ts";
import { seedBefore } from "./seeds.ts";
import type { Session } from "./session.ts";
import { cutAt, shuffled, streamCut } from "./shoe.ts";
import { isPlayed } from "./stretch.ts";

export type Seeds = ReadonlyMap<number, Uint8Array>;

/** The seeds of these shoes, and of every other one told, after each was seen to lead to the commitment; Refused where one does not. */
export function provenSeeds(session: Session, wanted: ReadonlySet<number>, progress: (done: number) => void): Seeds {
  const { chain, commitment } = session.open;
  const told = toldSeeds(session);
  const last = Math.max(0, ...told.keys());
  const seeds = new Map<number, Uint8Array>();
  let seed = told.get(last)?.seed ?? commitment;
  for (let k = last; k >= 0; k -= 1) {
    const there = k === 0 ? { seed: commitment, seq: session.open.seq } : told.get(k);
    if (there && !equal(there.seed, seed)) {
      const [high, where] = [`The seed of shoe ${last}`, k === 0 ? "the commitment" : `the seed of shoe ${k}`];
      throw new Refused(`${high} does not lead to ${where} in line ${there.seq}: one of them is not of the sealed chain.`);
    }
    if (there || wanted.has(k)) seeds.set(k, seed);
    if (k > 0) seed = seedBefore(seed);
    if (k % 50_000 === 0) progress(1 - k / chain);
  }
  return seeds;
}

/** Every seed that a line tells. */
function toldSeeds(session: Session): Map<number, { seed: Uint8Array; seq: number }> {
  const told = new Map<number, { seed: Uint8Array; seq: number }>();
  const tell = (index: number, seed: Uint8Array, line: OfSession): void => {
    if (index > session.open.chain) throw new Refused(`Line ${line.seq} has a shoe beyond the ${session.open.chain} seeds of the chain.`);
    const before = told.get(index);
    if (before && !equal(before.seed, seed)) throw new Refused(`Line ${line.seq} tells another seed of shoe ${index} than line ${before.seq}.`);
    told.set(index, { seed, seq: line.seq });
  };
  for (const line of session.lines) {
    if (line.kind === "close") tell(session.open.chain, line.seed, line);
    const shoes = isPlayed(line) || line.kind === "begin" ? line.shoes : [];
    for (const shoe of shoes) if (shoe.seed) tell(shoe.index, shoe.seed, line);
  }
  return told;
}

/** The cards of a shoe in the order in which it deals them; Refused where its cut is not the one that the stream gives. */
function orderOf(shoe: InUse, cards: readonly string[], seed: Uint8Array, session: Session): readonly string[] {
  const order = shuffled(cards, seed, shoe.index, session.source);
  if (!shoe.cut) return order;
  const due = session.rules.cut === "stream" ? streamCut(cards.length, seed, shoe.index, session.source, shoe.cut.seat) : shoe.cut.at;
  if (due !== shoe.cut.at) throw new Refused(`Shoe ${shoe.index} is cut at ${shoe.cut.at}, and the sealed seed gives ${due}.`);
  return cutAt(order, shoe.cut.at);
}

/** Every card that was compared with the sealed shoes, with its face there; Refused at the first that is another. */
export function sealedCards(shoes: readonly InUse[], seeds: Seeds, session: Session, progress: (done: number) => void): readonly Taken[] {
  return shoes.flatMap((shoe, at) => {
    progress(at / shoes.length);
    const seed = seeds.get(shoe.index);
    if (!seed || !shoe.cards) return [];
    const order = orderOf(shoe, shoe.cards, seed, session);
    return shoe.taken.map((taken) => {
      const card = order[taken.position] as string;
      if (taken.card !== "xx" && taken.card !== card) {
        throw new Refused(`Line ${taken.seq} has “${taken.text}”, and card ${taken.position + 1} of the sealed shoe ${shoe.index} is ${card}.`);
      }
      return { ...taken, card };
    });
  });
}
