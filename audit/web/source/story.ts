/** A round as it is shown: its events in words, one after another, and what is needed to lay the table at each. */

import { Company } from "./company.ts";
import type { Event } from "./events.ts";
import { phaseOf } from "./phases.ts";
import type { Taken } from "./rack.ts";
import type { Played } from "./records.ts";
import type { Rules } from "./rules.ts";
import type { Session } from "./session.ts";
import type { SignedAnswer } from "./signatures.ts";
import { Table, type Card } from "./table.ts";
import { tell, type Names } from "./told.ts";

export interface Step {
  readonly phase: string;
  readonly event: string;
  readonly text: string;
  /** From which shoe its card came, and the card's place there, from 1. */
  readonly card: { readonly shoe: number; readonly place: number } | null;
  /** The cards of its hand, or of the banker, behind it; none where it is about no cards. */
  readonly lying: readonly Card[];
  /** Who signed it, where somebody did. */
  readonly signer: string;
}

/** Plain data: it passes from the worker to the page. */
export interface Story {
  readonly rules: Pick<Rules, "ace" | "lowPictures" | "reshuffle" | "doublesFaceDown" | "pattern">;
  readonly banker: string;
  readonly isHouse: boolean;
  /** Owners' names by box, and bettors' by seat. */
  readonly boxes: ReadonlyMap<number, string>;
  readonly seats: readonly string[];
  readonly hand: string | null;
  readonly steps: readonly Step[];
}

/** The round of a record, told. */
export function storyOf(record: Played, log: readonly Event[], session: Session, sealed: readonly Taken[], answers: readonly SignedAnswer[], hand: string | null): Story {
  const company = new Company(session.seats, session.rules);
  const banker = record.banker === 0 ? "The dealer" : company.name(record.banker);
  const ofBox = (box: number): string => company.owner(box, record.banker)?.name ?? `box ${box}`;
  const names: Names = { banker, ofSeat: (seat) => company.name(seat), ofBox };
  const places = new Map(sealed.filter((card) => card.seq === record.seq).map((card) => [card.event, card]));
  const signers = new Map(answers.filter((answer) => answer.seq === record.seq).map((answer) => [answer.event, company.name(answer.seat)]));
  const now = new Table(session.rules);
  let phase = "";
  const steps = log.map((event, at): Step => {
    const before = now.copy();
    now.take(event);
    phase = phaseOf(event, phase);
    const card = places.get(at);
    const text = tell({ event, before, now, names, rules: session.rules });
    return { phase, event: event.text, text, card: card ? { shoe: card.shoe, place: card.position + 1 } : null, lying: lyingBehind(event, now, card?.card), signer: signers.get(at) ?? "" };
  });
  const { ace, lowPictures, reshuffle, doublesFaceDown, pattern } = session.rules;
  const boxes = new Map(Array.from(now.hands.keys(), (path) => Number(path.split(".")[0])).map((box) => [box, ofBox(box)]));
  const rules = { ace, lowPictures, reshuffle, doublesFaceDown, pattern };
  return { rules, banker, isHouse: record.banker === 0, boxes, seats: session.seats.map((seat) => seat.name), hand, steps };
}

const ON_THE_SIDE = ["burn", "lot", "exposed", "toss"];

function lyingBehind({ who, act, cards }: Event, now: Table, sealed: string | undefined): readonly Card[] {
  // A burnt card that nobody saw is known now: the shoe is revealed.
  if (ON_THE_SIDE.includes(act)) return cards.map((face) => ({ face: sealed ?? face, down: face === "xx" }));
  const ofCards = cards.length > 0 || ["open", "turn", "show", "take", "keep"].includes(act);
  if (!ofCards) return [];
  if (who.is === "banker") return now.banker;
  return who.is === "hand" ? now.hand(who.path).cards : [];
}
