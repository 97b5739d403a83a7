/** Which events are answers, whose, in which words, and upon how many events they were asked for (FORMAT.md §15). */

import type { Company } from "./company.ts";
import type { Event } from "./events.ts";
import type { Rules } from "./rules.ts";

/** An answer in a log. */
export interface Given {
  readonly event: number;
  readonly seat: number;
  readonly answer: string;
  readonly seen: number;
  /** It may have come without a question, and then nobody signs it. */
  readonly mayBeUnasked: boolean;
}

const OF_HANDS = [
  "bet", "sit", "withdraw", "redouble", "decline redouble", "claim aces", "decline aces", "insure", "decline insurance", "even", "decline even",
  "decline surrender", "hit", "stand", "double", "triple", "split", "follow", "stay", "late", "take", "refuse", "toss", "keep", "both",
];
const OF_SEATS = ["bid", "pass", "accept bank", "decline bank"];
const OF_THE_BANKER = ["announce", "decline raise", "limits", "keep", "yield", "hit", "stand"];
const WITHOUT_ARGUMENTS = ["hit", "double", "triple", "split", "late", "follow", "even", "surrender"];
const OF_A_RESHUFFLE = ["reshuffle", "cut", "joker", "burn"];
const ERRORS = ["missed", "late", "extra", "exposed"];

/** The answers in a log that somebody gave, in order; `banker` banked when it began, and `ends` at its end. */
export function answersIn(log: readonly Event[], banker: number, ends: number, company: Company, rules: Rules): Given[] {
  const asking = new Asking(log, rules);
  const given: Given[] = [];
  let banking = banker;
  for (const [event, { text, who, act, timeout }] of log.entries()) {
    if (who.is === "seat" && act === "bank") banking = who.seat;
    const of = log[event] as Event;
    const seat = timeout ? 0 : ownerOf(of, banking, ends, company, rules);
    if (seat === 0) continue;
    const answer = WITHOUT_ARGUMENTS.includes(act) ? `${text.split(" ")[0]} ${act}` : text;
    given.push({ event, seat, answer, seen: asking.seen(event), mayBeUnasked: asking.mayBeUnasked(event) });
  }
  return given;
}

/** Whose answer an event is; 0 where it is nobody's. */
function ownerOf({ who, act }: Event, banking: number, ends: number, company: Company, rules: Rules): number {
  switch (who.is) {
    case "seat":
      return OF_SEATS.includes(act) || (act === "cut" && rules.cut === "hand") ? who.seat : 0;
    case "banker": {
      const isChoice = (act === "auction" && rules.bankChange !== "auction") || (act === "raise" && rules.bankerRaise === "free");
      return OF_THE_BANKER.includes(act) || isChoice ? banking : 0;
    }
    case "hand": {
      const isAnswer = OF_HANDS.includes(act) || (act === "surrender" && who.bettor === null);
      return isAnswer ? (who.bettor ?? company.owner(who.box, ends)?.seat ?? 0) : 0;
    }
  }
}

/** When the questions of a log were put. */
class Asking {
  private readonly stakes = new Map<number, number>();

  constructor(
    private readonly log: readonly Event[],
    private readonly rules: Rules,
  ) {
    log.forEach((event, at) => {
      const box = this.boxOf(event);
      if (box !== null && this.isOfStakes(event, at) && !this.stakes.has(box)) this.stakes.set(box, at);
    });
  }

  /** The box whose owner acts; null where somebody else does. */
  private boxOf({ who }: Event): number | null {
    return who.is === "hand" && who.bettor === null ? who.box : null;
  }

  private pathOf({ who }: Event): string {
    return who.is === "hand" ? who.path : "";
  }

  /** A `bet`, or a `sit` that is no choice after an error of the deal. */
  private isOfStakes(event: Event, at: number): boolean {
    if (event.act === "bet") return true;
    if (event.act !== "sit") return false;
    const own = this.log.slice(0, at).filter((other) => this.pathOf(other) === this.pathOf(event));
    const isExposed = this.log[at - 1]?.act === "exposed" && this.pathOf(this.log[at - 1] as Event) === this.pathOf(event);
    const isMissed = own.some((other) => other.act === "missed") && !own.some((other) => other.act === "late");
    return !isExposed && !isMissed;
  }

  /** How many events stood in the log when the question was put that an event answers. */
  seen(at: number): number {
    const event = this.log[at] as Event;
    const box = this.boxOf(event);
    if (box !== null && this.stakes.get(box) === at) return Math.min(...this.stakes.values());
    if (event.act === "hit" || event.act === "late") return this.backOver(at, (other) => OF_A_RESHUFFLE.includes(other.act));
    if (!["double", "triple", "split"].includes(event.act)) return at;
    const path = this.pathOf(event);
    return this.backOver(at, (other) => {
      const opens = other.act === "open" && this.rules.pattern !== "h";
      const isOfIt = this.pathOf(other) === path && (opens || other.act === "follow" || other.act === "stay");
      return isOfIt || OF_A_RESHUFFLE.includes(other.act);
    });
  }

  private backOver(from: number, belongs: (event: Event) => boolean): number {
    let at = from;
    while (at > 0 && belongs(this.log[at - 1] as Event)) at -= 1;
    return at;
  }

  /** Whether the rules may have given the answer themselves, nobody being asked. */
  mayBeUnasked(at: number): boolean {
    const event = this.log[at] as Event;
    const own = this.log.slice(0, at).filter((other) => this.pathOf(other) === this.pathOf(event));
    const faces = own.flatMap((other) => (["deal", "down", "late", "extra"].includes(other.act) ? other.cards : []));
    switch (event.act) {
      case "redouble":
        return this.rules.redouble === "ace-not-picture" && faces[0]?.startsWith("A") === true;
      case "late":
        return this.isAlone(event, at);
      case "refuse":
        return this.rules.irregularities === "H8" && this.isAlone(event, at);
      case "toss":
        return own.at(-1)?.act === "extra" && faces.at(-1) === faces.at(-2);
      default:
        return false;
    }
  }

  /** Whether no other box takes part any more. */
  private isAlone(event: Event, at: number): boolean {
    const taking = this.log.filter((other) => other.who.is === "hand" && (["deal", "down"].includes(other.act) || ERRORS.includes(other.act)));
    const sitting = this.log.slice(0, at).filter((other) => other.act === "sit").map((other) => this.boxOf(other));
    return !taking.some((other) => this.boxOf(other) !== this.boxOf(event) && !sitting.includes(this.boxOf(other)));
  }
}
