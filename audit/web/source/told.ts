/** Each event of a round in words: who did what with which cards and what money. Whether the rules allowed it is not said. */

import type { Event } from "./events.ts";
import { shown, totalOf, type Counting } from "./points.ts";
import type { Hand, Table } from "./table.ts";

/** Names of those whom a round's events concern. */
export interface Names {
  readonly banker: string;
  readonly ofSeat: (seat: number) => string;
  readonly ofBox: (box: number) => string;
}

/** An event as it is told, with the table as it stood before and behind it. */
export interface Telling {
  readonly event: Event;
  readonly before: Table;
  readonly now: Table;
  readonly names: Names;
  readonly rules: Counting;
}

type Words = (of: Told) => string;

/** What sentences are made of. */
class Told {
  readonly n: string;
  readonly card: string;
  readonly kind: string;

  constructor(readonly telling: Telling) {
    const { event } = telling;
    this.n = String(event.numbers[0] ?? 0);
    this.card = shown(event.cards.slice(0, 1));
    this.kind = event.kind;
  }

  get more(): string {
    return String(this.telling.event.numbers[1] ?? 0);
  }

  get banker(): string {
    return this.telling.names.banker;
  }

  /** Who acts: a seat, a box's owner with the path of a split hand, or another bettor on it. */
  get who(): string {
    const { who } = this.telling.event;
    const { names } = this.telling;
    if (who.is === "banker") return names.banker;
    if (who.is === "seat") return names.ofSeat(who.seat);
    const owner = names.ofBox(who.box);
    const hand = who.path.includes(".") ? `${owner} (${who.path})` : owner;
    return who.bettor === null ? hand : `${names.ofSeat(who.bettor)}, on ${hand},`;
  }

  get box(): string {
    const { who } = this.telling.event;
    return who.is === "hand" ? `box ${who.box}` : "";
  }

  /** The hand's cards now, and what they come to. */
  get hand(): string {
    return this.cardsOf(this.telling.now);
  }

  /** The same, where that is more than the card itself. */
  get makes(): string {
    return this.facesIn(this.telling.now).length > 1 ? `: ${this.hand}` : "";
  }

  /** What the hand came to before. */
  get had(): string {
    return totalOf(this.facesIn(this.telling.before), this.telling.rules);
  }

  private facesIn(table: Table): string[] {
    const { who } = this.telling.event;
    const cards = who.is === "hand" ? table.hand(who.path).cards : table.banker;
    return cards.map((card) => card.face);
  }

  private cardsOf(table: Table): string {
    const faces = this.facesIn(table);
    return faces.length > 1 ? `${shown(faces)}, ${totalOf(faces, this.telling.rules)}` : shown(faces);
  }

  get stake(): string {
    const { who } = this.telling.event;
    return who.is === "hand" ? String(this.telling.now.hand(who.path).stakes.get(who.bettor ?? 0)?.staked ?? 0) : "";
  }
}

const paid = (what: string): Words => (of) => `${of.who} ${what}: ${of.n} paid out, the stake included.`;

/** Sentences by actor and act. */
const SENTENCES: Readonly<{ [act: string]: Words }> = {
  "banker limits": (of) => `${of.banker} sets the limits: stakes from ${of.n} to ${of.more}.`,
  "banker shuffle": (of) => `Shoe ${of.n}, the next of the sealed chain, is shuffled.`,
  "banker reshuffle": (of) => `The discards are shuffled and become shoe ${of.n} of the sealed chain.`,
  "banker joker": () => "A joker marks the end of the deck.",
  "banker burn": (of) => `A card is burnt: ${of.card}.`,
  "banker auction": () => "The bank is put up for auction.",
  "banker keep": (of) => `${of.banker} keeps the bank.`,
  "banker yield": () => "The banker gives the bank up: it is offered.",
  "banker announce": (of) => `${of.banker} announces a bank of ${of.n}.`,
  "banker raise": (of) => `${of.banker} doubles all stakes.`,
  "banker decline raise": (of) => `${of.banker} does not double the stakes.`,
  "banker deal": (of) => `${of.banker} is dealt ${of.card}, face up.`,
  "banker hole": (of) => `${of.banker} is dealt a card face down; it is ${of.card}.`,
  "banker peek": (of) => `${of.banker} peeks: ${of.telling.event.act === "peek natural" ? "a natural" : "no natural"}.`,
  "banker show": (of) => `${of.banker} turns the hole card: ${of.hand}.`,
  "banker draw": (of) => `${of.banker} draws ${of.card}: ${of.hand}.`,
  "banker hit": (of) => `${of.banker} chooses to draw ${of.card}: ${of.hand}.`,
  "banker stand": (of) => `${of.banker} chooses to stand on ${of.had}.`,
  "banker ruling": (of) => `The supervisor rules, in line ${of.n}.`,
  "seat leave": (of) => `${of.who} leaves.`,
  "seat out": (of) => `${of.who} cannot cover the minimum any more and is out.`,
  "seat lot": (of) => (of.telling.event.cards.length > 0 ? `${of.who} is dealt ${of.card} for the bank.` : `Lots are drawn for the bank: number ${of.n}, ${of.who}.`),
  "seat bid": (of) => `${of.who} bids ${of.n} for the bank.`,
  "seat pass": (of) => `${of.who} does not bid.`,
  "seat pays": (of) => `${of.who} pays ${of.n} for the bank.`,
  "seat accept bank": (of) => `${of.who} takes the bank.`,
  "seat decline bank": (of) => `${of.who} does not want the bank.`,
  "seat bank": (of) => `${of.who} banks from here on.`,
  "seat cut": (of) => `${of.who} cuts the shoe at card ${of.n}.`,
  "hand limits": (of) => `${of.who} asked for other limits: ${of.box} may stake from ${of.n} to ${of.more}.`,
  "hand bet": (of) => `${of.who} stakes ${of.n} on ${of.box}.`,
  "hand withdraw": (of) => `${of.who} takes the stake back.`,
  "hand sit": (of) => `${of.who} sits this deal out.`,
  "hand redouble": (of) => `${of.who} redoubles: ${of.stake} staked.`,
  "hand decline redouble": (of) => `${of.who} does not redouble.`,
  "hand deal": (of) => `${of.who} is dealt ${of.card}, face up${of.makes}.`,
  "hand down": (of) => `${of.who} is dealt ${of.card}, face down${of.makes}.`,
  "hand open": (of) => `${of.who} turns the cards up: ${of.hand}.`,
  "hand insure": (of) => `${of.who} insures for ${of.n}.`,
  "hand decline insurance": (of) => `${of.who} takes no insurance.`,
  "hand even": paid("takes even money"),
  "hand decline even": (of) => `${of.who} does not take even money.`,
  "hand surrender": (of) => `${of.who} surrenders: ${of.n} comes back.`,
  "hand decline surrender": (of) => `${of.who} does not surrender.`,
  "hand claim aces": (of) => `${of.who} claims two aces.`,
  "hand decline aces": (of) => `${of.who} does not claim the two aces.`,
  "hand insurance": (of) => (of.n === "0" ? `${of.who} loses the insurance.` : `${of.who} is paid ${of.n} for the insurance.`),
  "hand hit": (of) => `${of.who} hits ${of.had}: ${of.hand}.`,
  "hand stand": (of) => `${of.who} stands on ${of.had}.`,
  "hand double": (of) => `${of.who} doubles on ${of.had}, ${of.stake} staked: ${of.hand}.`,
  "hand triple": (of) => `${of.who} triples on ${of.had}, ${of.stake} staked: ${of.hand}.`,
  "hand commission": (of) => `${of.who} is charged a commission of ${of.n}.`,
  "hand split": (of) => `${of.who} splits ${shown(of.telling.event.cards)} into two hands, with a stake on each.`,
  "hand draw": (of) => `${of.who} is given ${of.card}: ${of.hand}.`,
  "hand follow": (of) => `${of.who} follows with ${of.n}.`,
  "hand stay": (of) => `${of.who} stays with the single stake.`,
  "hand gift": (of) => `${of.who} has earned the table’s gift.`,
  "hand turn": (of) => `${of.who} turns the card of the double: ${of.hand}.`,
  "hand overstood": (of) => `${of.who} stood on ${of.had}.`,
  "hand forfeit": (of) => `${of.who} forfeits ${of.n} beyond the stake.`,
  "hand bust": (of) => `${of.who} has ${of.hand}, and loses.`,
  "hand lose": (of) => (of.n === "0" ? `${of.who} loses.` : `${of.who} loses; ${of.n} of the stakes comes back.`),
  "hand push": (of) => `${of.who} ties: the stake of ${of.n} comes back.`,
  "hand win": paid("wins"),
  "hand natural": paid("has a natural"),
  "hand suited": paid("has a natural of one suit"),
  "hand aces": paid("has two aces"),
  "hand pictures": paid("has five pictures"),
  "hand premium": (of) => `${of.who} earns a premium (${premium(of.kind)}): ${of.n} paid out, the stake included.`,
  "hand missed": (of) => `${of.who} was passed over by mistake.`,
  "hand late": (of) => `${of.who} is dealt the missed card late: ${of.card}.`,
  "hand extra": (of) => `${of.who} is dealt a second card by mistake: ${of.card}.`,
  "hand toss": (of) => `${of.who} throws ${of.card} away.`,
  "hand both": (of) => `${of.who} plays both cards, as two hands.`,
  "hand exposed": (of) => `A card for ${of.who} is turned up by mistake: ${of.card}.`,
  "hand take": (of) => `${of.who} takes it: ${of.hand}.`,
  "hand refuse": (of) => `${of.who} refuses it.`,
  "hand unasked": (of) => `${of.who} is dealt a card without having asked: ${of.card}.`,
  "hand keep": (of) => `${of.who} keeps it: ${of.hand}.`,
};

function premium(kind: string): string {
  if (kind === "777") return "three sevens";
  return kind === "678" ? "six, seven and eight" : kind.replace("cards", " cards");
}

/** An event in a sentence or two. */
export function tell(telling: Telling): string {
  const { who, act, timeout, text } = telling.event;
  const of = new Told(telling);
  const words = SENTENCES[`${who.is} ${act}`] ?? SENTENCES[`${who.is} ${act.split(" ")[0] ?? ""}`];
  const sentence = words?.(of) ?? text;
  return timeout ? `No answer in time, so the default: ${sentence}` : sentence;
}

/** A hand that has cards or a stake, to be shown. */
export function isShown(hand: Hand): boolean {
  return hand.cards.length > 0 || hand.stakes.size > 0 || hand.became !== "";
}
