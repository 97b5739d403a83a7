/** A round as it lies on the table: cards, stakes and what came of them, event by event (FORMAT.md §8). */

import type { Rules } from "./points.ts";
import type { View } from "./views.ts";

export interface Card {
  readonly face: string;
  readonly down: boolean;
}

export interface Hand {
  readonly path: string;
  cards: Card[];
  /** By seat of the bettor, 0 for the box's owner. */
  readonly stakes: Map<number, Stake>;
  /** What became of it where it has no cards of its own any more. */
  became: string;
}

/** What one bettor has on a hand. `paid` is null until something came of it. */
export interface Stake {
  base: number;
  staked: number;
  insured: number;
  charged: number;
  paid: number | null;
  outcome: string;
}

export interface Event {
  readonly text: string;
  readonly who: string;
  readonly path: string;
  readonly bettor: number;
  readonly timeout: boolean;
  readonly verb: string;
  readonly rest: readonly string[];
}

const DOWN_FIRST = "abefg"; // the patterns whose first pass lies face down (§9)
export const OUTCOMES = ["bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender", "premium"];

/** An event, taken apart. */
export function readEvent(text: string): Event {
  const [who = "", ...words] = text.split(" ");
  const timeout = words[0] === "timeout";
  const [verb = "", ...rest] = timeout ? words.slice(1) : words;
  const [path = "", bettor = "0"] = who.split("/");
  return { text, who, path, bettor: Number(bettor), timeout, verb, rest };
}

export class Round {
  banker: Card[] = [];
  readonly hands = new Map<string, Hand>();
  private exposed: Card | null = null;
  private followers: number[] = [];

  constructor(
    private readonly rules: Rules,
    log: readonly string[] = [],
  ) {
    for (const event of log) this.take(readEvent(event));
  }

  hand(path: string): Hand {
    const found = this.hands.get(path) ?? { path, cards: [], stakes: new Map(), became: "" };
    this.hands.set(path, found);
    return found;
  }

  faces(path: string): string[] {
    return (path === "D" ? this.banker : (this.hands.get(path)?.cards ?? [])).map((card) => card.face);
  }

  take(event: Event): void {
    if (event.path === "D") this.ofBanker(event);
    else if (!event.path.startsWith("s")) this.ofHand(event);
  }

  private ofBanker({ verb, rest: [face = ""] }: Event): void {
    if (["deal", "hole", "draw", "hit"].includes(verb)) this.banker.push({ face, down: verb === "hole" });
    if (verb === "show") this.banker = this.banker.map(({ face }) => ({ face, down: false }));
    if (verb === "raise") for (const hand of this.hands.values()) hand.stakes.forEach(doubled);
  }

  private ofHand(event: Event): void {
    const { path, bettor, verb, rest } = event;
    if (verb === "decline" || verb === "limits") return;
    const hand = this.hand(path);
    if (OUTCOMES.includes(verb) || verb === "insurance") {
      const stake = this.stake(hand, bettor);
      stake.paid = (stake.paid ?? 0) + Number(rest.at(-1));
      if (verb !== "insurance") stake.outcome = verb;
      return;
    }
    this.ofCards(event, hand);
    this.ofMoney(event, hand);
  }

  private ofCards({ verb, rest: [face = "xx", second = "xx"] }: Event, hand: Hand): void {
    const dealt = (down: boolean): unknown => hand.cards.push({ face, down });
    const turned = hand.cards.map((card) => ({ face: card.face, down: false }));
    if (["deal", "hit", "draw"].includes(verb)) dealt(false);
    else if (verb === "down" || verb === "unasked") dealt(true);
    else if (verb === "late") dealt(DOWN_FIRST.includes(this.rules.deal));
    else if (verb === "extra") dealt(hand.cards.at(-1)?.down ?? false);
    else if (verb === "double" || verb === "triple") dealt(this.rules.doublesFaceDown);
    else if (verb === "open" || verb === "turn") hand.cards = turned;
    else if (verb === "exposed") this.exposed = { face, down: false };
    else if (verb === "take" && this.exposed) hand.cards.push(this.exposed);
    else if (verb === "toss") hand.cards.splice(hand.cards.findLastIndex((card) => card.face === face), 1);
    else if (verb === "split") this.part(hand, [{ face, down: false }, { face: second, down: false }], "split");
    else if (verb === "both") this.part(hand, hand.cards, "played as two hands");
    else if (verb === "sit") Object.assign(hand, { cards: [], became: "sits out" });
  }

  /** A hand becomes two, each with a stake of the owner and of who followed. */
  private part(hand: Hand, cards: readonly Card[], became: string): void {
    for (const [at, card] of cards.entries()) {
      const half = this.hand(`${hand.path}.${at + 1}`);
      half.cards = [card];
      for (const [who, { base }] of hand.stakes) {
        if (at === 0 || who === 0 || this.followers.includes(who)) half.stakes.set(who, { ...nothing(), base, staked: base });
      }
    }
    Object.assign(hand, { cards: [], became });
    hand.stakes.clear();
    this.followers = [];
  }

  private ofMoney({ verb, rest, bettor }: Event, hand: Hand): void {
    const n = Number(rest[0]);
    if (verb === "bet") for (const one of this.parted(hand)) one.stakes.set(bettor, { ...nothing(), base: n, staked: n });
    else if (verb === "withdraw" || verb === "sit") hand.stakes.clear();
    else if (verb === "redouble") doubled(this.stake(hand, bettor));
    else if (verb === "follow") this.followers.push(bettor);
    else if (verb === "insure") this.stake(hand, bettor).insured = n;
    else if (verb === "commission" || verb === "forfeit") this.stake(hand, bettor).charged += n;
    else if (verb === "double" || verb === "triple") {
      for (const who of [0, ...this.followers]) this.stake(hand, who).staked += this.stake(hand, who).base;
      this.followers = [];
    }
  }

  /** A box that is played as two hands before its stake comes has it on each of them. */
  private parted(hand: Hand): Hand[] {
    const halves = [1, 2].map((side) => this.hands.get(`${hand.path}.${side}`)).filter((half) => half !== undefined);
    return halves.length > 0 ? halves : [hand];
  }

  private stake(hand: Hand, bettor: number): Stake {
    const found = hand.stakes.get(bettor) ?? nothing();
    hand.stakes.set(bettor, found);
    return found;
  }
}

const nothing = (): Stake => ({ base: 0, staked: 0, insured: 0, charged: 0, paid: null, outcome: "" });

function doubled(stake: Stake): void {
  stake.base *= 2;
  stake.staked *= 2;
}

/** Hands in the order of their paths, compared number by number: 2, 2.1, 2.2, 10 (§8). */
export function inOrder(hands: Iterable<Hand>): Hand[] {
  const numbers = (hand: Hand): number[] => hand.path.split(".").map(Number);
  return Array.from(hands).sort((one, other) => {
    const [mine, theirs] = [numbers(one), numbers(other)];
    const at = mine.findIndex((number, place) => number !== theirs[place]);
    return at < 0 ? mine.length - theirs.length : (mine[at] ?? 0) - (theirs[at] ?? 0);
  });
}

/** Whose box each is, by name: as taken at a house's table, or round a private one from the banker's left (§8). */
export function owners(view: Pick<View, "seats">, banker: number): Map<number, number> {
  if (banker === 0) return new Map(view.seats.flatMap(({ seat, boxes }) => boxes.map((box) => [box, seat] as const)));
  const placed = view.seats.filter(({ boxes }) => boxes.length > 0).map(({ seat, boxes }) => [boxes[0] ?? 0, seat] as const);
  const home = placed.find(([, seat]) => seat === banker)?.[0] ?? 0;
  const after = (place: number): number => (place - home + placed.length) % placed.length;
  return new Map(placed.filter(([, seat]) => seat !== banker).map(([place, seat]) => [after(place), seat] as const));
}
