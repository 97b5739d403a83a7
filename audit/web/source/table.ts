/** What lies on the table, and what is staked on it, event by event (FORMAT.md §7 “On the table”, §8). */

import type { Event } from "./events.ts";
import type { Rules } from "./rules.ts";

export interface Card {
  readonly face: string;
  readonly down: boolean;
}

/** What one bettor has on one hand. */
export interface Stake {
  /** As it was when the deal ended: doubles and splits add as much again. */
  readonly base: number;
  readonly staked: number;
  readonly insured: number;
  readonly charged: number;
  readonly paid: number;
  readonly outcome: string;
}

export interface Hand {
  readonly path: string;
  readonly cards: readonly Card[];
  /** By seat of the bettor, 0 for the box's owner. */
  readonly stakes: ReadonlyMap<number, Stake>;
  readonly bust: boolean;
  /** What became of it where it has no cards of its own any more. */
  readonly became: "" | "split" | "two hands" | "sits out";
}

const NOTHING: Stake = { base: 0, staked: 0, insured: 0, charged: 0, paid: 0, outcome: "" };
const DEALT_DOWN_FIRST = "abefg"; // the patterns whose first pass lies face down (§9)
const OUTCOMES = ["bust", "lose", "push", "win", "natural", "suited", "aces", "pictures", "even", "surrender"];

/** The table of a round; `take` puts one event after another on it. */
export class Table {
  banker: readonly Card[] = [];
  /** Tossed and refused cards. */
  tossed: readonly string[] = [];
  readonly hands = new Map<string, Hand>();
  private exposed: string | null = null;
  private followers: readonly number[] = [];

  constructor(readonly rules: Pick<Rules, "reshuffle" | "doublesFaceDown" | "pattern">) {}

  /** The table as it is now, whatever it takes later. */
  copy(): Table {
    const same = Object.assign(new Table(this.rules), this) as Table;
    return Object.assign(same, { hands: new Map(this.hands) });
  }

  /** Faces of the cards that are not among the discards. */
  lying(): string[] {
    const [withDiscards, hands] = [this.rules.reshuffle === "discards", Array.from(this.hands.values())];
    const left = withDiscards ? hands.filter((hand) => !hand.bust) : hands;
    const loose = withDiscards ? [] : this.tossed;
    return [...[...this.banker, ...left.flatMap((hand) => hand.cards)].map((card) => card.face), ...loose, ...(this.exposed ? [this.exposed] : [])];
  }

  hand(path: string): Hand {
    return this.hands.get(path) ?? { path, cards: [], stakes: new Map(), bust: false, became: "" };
  }

  take(event: Event): void {
    if (event.who.is === "banker") this.ofBanker(event);
    if (event.who.is === "hand") this.ofHand(event, event.who.path, event.who.bettor ?? 0);
  }

  private ofBanker({ act, cards: [face = ""] }: Event): void {
    if (["deal", "hole", "draw", "hit"].includes(act)) this.banker = [...this.banker, { face, down: act === "hole" }];
    if (act === "show") this.banker = this.banker.map((card) => ({ ...card, down: false }));
    if (act === "raise") for (const hand of this.hands.values()) this.put({ ...hand, stakes: new Map(Array.from(hand.stakes, ([who, stake]) => [who, doubled(stake)])) });
  }

  private put(hand: Hand): void {
    this.hands.set(hand.path, hand);
  }

  private staked(path: string, bettor: number, change: (stake: Stake) => Stake): void {
    const hand = this.hand(path);
    this.put({ ...hand, stakes: new Map(hand.stakes).set(bettor, change(hand.stakes.get(bettor) ?? NOTHING)) });
  }

  private dealt(path: string, face: string, down: boolean): void {
    const hand = this.hand(path);
    this.put({ ...hand, cards: [...hand.cards, { face, down }] });
  }

  private ofHand(event: Event, path: string, bettor: number): void {
    const [{ act, numbers: [n = 0] }, hand] = [event, this.hand(path)];
    if (OUTCOMES.includes(act) || act === "premium") {
      this.staked(path, bettor, (stake) => ({ ...stake, paid: stake.paid + n, outcome: act === "premium" ? `premium ${event.kind}` : act }));
      if (act === "bust") this.put({ ...this.hand(path), bust: true });
      return;
    }
    this.ofCards(event, hand);
    this.ofMoney(event, path, bettor, n);
  }

  private ofCards({ act, cards: [face = "", second = ""] }: Event, hand: Hand): void {
    const path = hand.path;
    switch (act) {
      case "deal": case "hit": case "draw": case "unasked":
        return this.dealt(path, face, false);
      case "down":
        return this.dealt(path, face, true);
      case "late":
        return this.dealt(path, face, DEALT_DOWN_FIRST.includes(this.rules.pattern));
      case "extra":
        return this.dealt(path, face, hand.cards.at(-1)?.down ?? false);
      case "double": case "triple":
        return this.dealt(path, face, this.rules.doublesFaceDown);
      case "open":
        return this.put({ ...hand, cards: hand.cards.map((card) => ({ ...card, down: false })) });
      case "turn":
        return this.put({ ...hand, cards: hand.cards.map((card) => ({ ...card, down: false })) });
      case "exposed":
        this.exposed = face;
        return;
      case "take":
        this.dealt(path, this.exposed ?? "", false);
        this.exposed = null;
        return;
      case "toss":
        return this.toss(hand, face);
      case "split":
        return this.divide(hand, [face, second], "split");
      case "both":
        return this.divide(hand, hand.cards.map((card) => card.face), "two hands");
      default:
        return;
    }
  }

  private toss(hand: Hand, face: string): void {
    const at = hand.cards.findLastIndex((card) => card.face === face);
    this.put({ ...hand, cards: hand.cards.filter((_, place) => place !== at) });
    this.tossed = [...this.tossed, face];
  }

  private refuse(): void {
    if (this.exposed) this.tossed = [...this.tossed, this.exposed];
    this.exposed = null;
  }

  /** A hand becomes two, each with a stake of the owner and of who followed; of `both` everyone's. */
  private divide(hand: Hand, faces: readonly string[], became: "split" | "two hands"): void {
    const fresh = (stakes: Hand["stakes"]): Hand["stakes"] => new Map(Array.from(stakes, ([who, stake]) => [who, { ...NOTHING, base: stake.base, staked: stake.base }]));
    const second = new Map(Array.from(hand.stakes).filter(([who]) => who === 0 || this.followers.includes(who)));
    const down = became === "two hands" && hand.cards.some((card) => card.down);
    this.put({ ...hand, cards: [], stakes: new Map(), became });
    for (const [at, stakes] of [hand.stakes, second].entries()) {
      this.put({ path: `${hand.path}.${at + 1}`, cards: [{ face: faces[at] ?? "", down }], stakes: fresh(stakes), bust: false, became: "" });
    }
    this.followers = [];
  }

  private ofMoney({ act }: Event, path: string, bettor: number, n: number): void {
    switch (act) {
      case "bet":
        return this.staked(path, bettor, () => ({ ...NOTHING, base: n, staked: n }));
      case "redouble":
        return this.staked(path, bettor, doubled);
      case "follow":
        this.followers = [...this.followers, bettor];
        return;
      case "double": case "triple":
        for (const who of [0, ...this.followers]) this.staked(path, who, (stake) => ({ ...stake, staked: stake.staked + stake.base }));
        this.followers = [];
        return;
      case "insure":
        return this.staked(path, bettor, (stake) => ({ ...stake, insured: n }));
      case "insurance":
        return this.staked(path, bettor, (stake) => ({ ...stake, paid: stake.paid + n }));
      case "commission": case "forfeit":
        return this.staked(path, bettor, (stake) => ({ ...stake, charged: stake.charged + n }));
      case "withdraw":
        return this.put({ ...this.hand(path), stakes: new Map() });
      case "sit":
        this.refuse();
        return this.put({ ...this.hand(path), stakes: new Map(), became: "sits out" });
      case "refuse":
        return this.refuse();
      default:
        return;
    }
  }
}

/** A stake, once more as much: the dealer's raise, a redouble. */
function doubled(stake: Stake): Stake {
  return { ...stake, base: 2 * stake.base, staked: 2 * stake.staked };
}
