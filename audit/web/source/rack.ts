/** The shoes of a stretch as its logs take cards from them: which card of which shoe each event is (FORMAT.md §4 “shoes”, §7). */

import type { Company } from "./company.ts";
import { readEvent, takenCard, type Event } from "./events.ts";
import type { OfSession, Played, Shoe } from "./records.ts";
import { quoted, Refused, within } from "./refused.ts";
import type { Rules } from "./rules.ts";
import { less, pack } from "./shoe.ts";
import { isPlayed } from "./stretch.ts";
import { Table } from "./table.ts";

/** A card of the log, and where it must be in its shoe. */
export interface Taken {
  readonly shoe: number;
  readonly seq: number;
  readonly event: number;
  readonly text: string;
  readonly card: string;
  readonly position: number;
}

/** A shoe in use. */
export interface InUse {
  readonly index: number;
  /** What was shuffled, in the order of the pack; null where that was before the stretch. */
  readonly cards: readonly string[] | null;
  readonly taken: Taken[];
  /** Cut, joker and burns, and whether cards for the bank were drawn from it. */
  readonly prepared: Event[];
  cut: { readonly seat: number; readonly at: number } | null;
  dealt: number;
  isReady: boolean;
  isForBank: boolean;
  isOver: boolean;
}

export class Rack {
  /** The shoes that were taken in the stretch. */
  readonly shoes: InUse[] = [];
  /** Cards dealt there, from whatever shoe. */
  dealt = 0;
  private current: InUse | null = null;
  private last = 0;

  constructor(
    private readonly rules: Rules,
    private readonly chain: number,
    private readonly company: Company,
  ) {}

  /** Where the shoe in use stood behind the line before the stretch. */
  begin(base: OfSession): void {
    const last = isPlayed(base) ? base.shoes.at(-1) : undefined;
    if (!isPlayed(base) || last === undefined) return;
    const from = base.log.findLastIndex((event) => event === `D shuffle ${last.index}` || event === `D reshuffle ${last.index}`);
    const cards = base.log.slice(from + 1).filter((event) => takenCard(readEvent(event)) !== null).length;
    this.last = last.index;
    this.current = { ...inUse(last.index, null), dealt: last.first + cards, isReady: true, isOver: last.seed !== null };
  }

  /** Go through the log of a `round`, `void` or `close`; Refused where it does not agree with the shoes that the record lists. */
  follow(record: OfSession, log: readonly Event[], banker: number): void {
    const table = new Table(this.rules);
    const used: Omit<Shoe, "seed">[] = [];
    for (const [at, event] of log.entries()) {
      within(`Event ${at + 1} of line ${record.seq}`, () => {
        this.company.heed(event);
        if (event.act === "shuffle" || event.act === "reshuffle") this.change(event, table, used);
        else if (event.act === "cut" || event.act === "joker") this.prepare(event, banker);
        else this.deal({ seq: record.seq, event: at }, event, used);
        table.take(event);
      });
    }
    if (isPlayed(record)) this.compare(record, used);
  }

  /** `D shuffle k`, `D reshuffle k`: the chain's next shoe. */
  private change(event: Event, table: Table, used: Omit<Shoe, "seed">[]): void {
    const [index = 0] = event.numbers;
    if (index !== this.last + 1) throw new Refused(`the chain’s next shoe is ${this.last + 1}, and ${quoted(event.text)} takes another.`);
    if (index > this.chain) throw new Refused(`${quoted(event.text)} goes beyond the ${this.chain} seeds of the chain.`);
    this.use(used);
    const all = pack(this.rules.decks, this.rules.size);
    const cards = event.act === "shuffle" ? all : less(all, table.lying());
    if (cards === null) throw new Refused("a card lies on the table that the pack does not have so often.");
    if (this.current) this.current.isOver = true;
    this.last = index;
    this.current = inUse(index, cards);
    this.shoes.push(this.current);
  }

  private prepare(event: Event, banker: number): void {
    const shoe = this.current;
    if (!shoe?.cards || shoe.isReady) throw new Refused(`${quoted(event.text)} does not follow a shuffle.`);
    if (event.act === "cut" && event.who.is === "seat") {
      const [at = 0] = event.numbers;
      if (at >= shoe.cards.length) throw new Refused(`a cut at ${at} is beyond the shoe’s ${shoe.cards.length} cards.`);
      const due = this.company.cutter(banker);
      if (event.who.seat !== due) throw new Refused(`seat ${event.who.seat} cuts, and it is for ${due === null ? "nobody" : `seat ${due}`} to do so.`);
      shoe.cut = { seat: event.who.seat, at };
    }
    shoe.prepared.push(event);
  }

  private deal(where: { seq: number; event: number }, event: Event, used: Omit<Shoe, "seed">[]): void {
    const card = takenCard(event);
    if (card === null) return;
    const shoe = this.current;
    if (!shoe || shoe.isOver) throw new Refused(`${quoted(event.text)} is dealt, and no shoe is in use.`);
    if (shoe.cards && shoe.dealt >= shoe.cards.length) throw new Refused(`shoe ${shoe.index} has no card left for ${quoted(event.text)}.`);
    if (event.act === "burn") this.burn(shoe, event, card);
    else this.ready(shoe, event);
    this.use(used);
    shoe.taken.push({ ...where, shoe: shoe.index, text: event.text, card, position: shoe.dealt });
    shoe.dealt += 1;
    this.dealt += 1;
  }

  private burn(shoe: InUse, event: Event, card: string): void {
    if (shoe.isReady) throw new Refused("a card is burnt when others have been dealt.");
    if ((card === "xx") === this.rules.burnShown) throw new Refused(`${quoted(event.text)}: the rules have burnt cards ${this.rules.burnShown ? "shown" : "hidden"}.`);
    shoe.prepared.push(event);
  }

  /** Before its first card is dealt a shoe is cut and burnt as the rules say; one for a draw of the bank is neither. */
  private ready(shoe: InUse, event: Event): void {
    if (event.act === "lot" && !shoe.isReady) shoe.isForBank = true;
    if ((event.act === "lot") !== shoe.isForBank) throw new Refused(`${quoted(event.text)} is dealt from a shoe that ${shoe.isForBank ? "was" : "was not"} for drawing the bank.`);
    if (shoe.isReady) return;
    shoe.isReady = true;
    const due = shoe.isForBank ? [] : this.preparation(shoe);
    const did = shoe.prepared.map((one) => one.act);
    if (did.join() !== due.join()) throw new Refused(`before the first card shoe ${shoe.index} has ${told(did)}, and the rules want ${told(due)}.`);
    if (shoe.prepared.some((one) => this.isBurntAce(one, shoe))) throw new Refused(`an ace was burnt, and shoe ${shoe.index} was not shuffled anew.`);
  }

  private preparation(shoe: InUse): string[] {
    const burns = Math.min(this.rules.burn, (shoe.cards?.length ?? 1) - 1);
    return [...(this.rules.cut === "none" ? [] : ["cut"]), ...(this.rules.joker ? ["joker"] : []), ...Array.from({ length: burns }, () => "burn")];
  }

  private isBurntAce(event: Event, shoe: InUse): boolean {
    const hasOthers = shoe.cards?.some((card) => !card.startsWith("A")) ?? false;
    return this.rules.burnShown && event.cards[0]?.startsWith("A") === true && hasOthers && shoe.index < this.chain;
  }

  private use(used: Omit<Shoe, "seed">[]): void {
    const shoe = this.current;
    if (shoe && !shoe.isOver && used.at(-1)?.index !== shoe.index) used.push({ index: shoe.index, first: shoe.dealt });
  }

  /** The shoes that a record lists are those that its log used, and a seed stands with each that is over. */
  private compare(record: Played, used: readonly Omit<Shoe, "seed">[]): void {
    const listed = record.shoes;
    const asUsed = listed.length >= used.length && used.every((one, at) => listed[at]?.index === one.index && listed[at]?.first === one.first);
    const spare = listed.slice(used.length);
    const unused = spare.every((one) => one.index === this.current?.index && one.first === this.current.dealt);
    if (!asUsed || spare.length > 1 || !unused) throw new Refused(`Line ${record.seq} lists other shoes than those that its log deals from.`);
    if (listed.some((one, at) => one.seed === null && at < listed.length - 1)) throw new Refused(`Line ${record.seq} does not tell the seed of a shoe that is over.`);
    if (record.kind === "void" && listed.some((one) => one.seed === null)) throw new Refused(`Line ${record.seq}, a void, does not tell every shoe’s seed.`);
    if (listed.length > 0 && listed.at(-1)?.seed && this.current) this.current.isOver = true;
  }
}

function inUse(index: number, cards: readonly string[] | null): InUse {
  return { index, cards, taken: [], prepared: [], cut: null, dealt: 0, isReady: false, isForBank: false, isOver: false };
}

function told(acts: readonly string[]): string {
  return acts.length > 0 ? acts.join(", ") : "neither cut nor burn";
}
