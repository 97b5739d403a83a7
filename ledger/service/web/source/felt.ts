/** The felt: the banker, the boxes with their hands, what is staked on them, and whose turn it is. */

import { fan } from "./cards.ts";
import { element, named, type Part } from "./elements.ts";
import { Names } from "./names.ts";
import { totalOf, type Rules } from "./points.ts";
import { inOrder, Round, type Hand, type Stake } from "./round.ts";
import { outcomeWords } from "./told.ts";
import type { View } from "./views.ts";

/** A round to be shown: the one in play, or the last. */
export interface Shown {
  readonly round: number;
  readonly banker: number;
  readonly log: readonly string[];
}

/** What the felt shows of a view; nothing before the first round. */
export function felt(view: View, shown: Shown, rules: Rules): Part[] {
  const [names, round] = [new Names(view, shown.banker), new Round(rules, shown.log)];
  const asked = new Set(view.question?.hands ?? []);
  const boxes = Array.from(names.boxes).sort(([one], [other]) => one - other);
  return [dealer(view, shown, names, round, rules, asked), element("div", { class: "boxes" }, ...boxes.map(([box, seat]) => place(view, names, round, rules, box, seat, asked)))];
}

function dealer(view: View, shown: Shown, names: Names, round: Round, rules: Rules, asked: Set<string>): HTMLElement {
  const mine = view.you.seat !== null && view.you.seat === shown.banker;
  const title = element("h3", {}, named(names.banker), " ", element("small", {}, mine ? "that is you, as banker" : shown.banker === 0 ? "deals" : "banks"));
  const total = totalOf(round.faces("D"), rules);
  const kinds = ["place", "dealer", asked.has("D") && "asked"].filter(Boolean).join(" ");
  return element("div", { class: kinds }, title, fan(round.banker, "large"), element("p", { class: "total" }, round.banker.length === 0 ? "no card yet" : total));
}

function place(view: View, names: Names, round: Round, rules: Rules, box: number, seat: number, asked: Set<string>): HTMLElement {
  const hands = inOrder(round.hands.values()).filter((hand) => hand.path.split(".")[0] === String(box));
  const isAsked = asksOf(view, seat).some((who) => who.includes("/") || who.startsWith("s") || who.split(".")[0] === String(box));
  const you = view.you.seat === seat;
  const info = [element("small", {}, ` box ${box}`), ...(you ? [" ", element("b", { class: "you" }, "you")] : [])];
  const title = element("h3", {}, named(names.seat(seat)), ...info);
  const kinds = ["place", you && "mine", isAsked && "asked"].filter(Boolean).join(" ");
  const turn = isAsked && element("p", { class: "turn" }, you ? "Your turn" : "is asked");
  const shown = hands.filter((hand) => hand.cards.length > 0 || hand.stakes.size > 0 || hand.became === "sits out");
  return element("div", { class: kinds }, title, turn, element("div", { class: "hands" }, ...shown.map((hand) => oneHand(hand, names, rules, asked))));
}

/** What a seat is asked about: hands, or the seat itself. */
function asksOf(view: View, seat: number): string[] {
  return (view.question?.hands ?? []).filter((_, at) => view.question?.seats[at] === seat);
}

function oneHand(hand: Hand, names: Names, rules: Rules, asked: Set<string>): HTMLElement {
  const faces = hand.cards.map(({ face }) => face);
  const words = [totalOf(faces, rules), hand.became].filter(Boolean).join(", ");
  const path = hand.path.includes(".") && element("span", { class: "path" }, `${hand.path} `);
  const stakes = Array.from(hand.stakes, ([who, stake]) => staked(stake, who === 0 ? null : names.seat(who)));
  const cards = hand.cards.length > 0 && fan(hand.cards, "large");
  return element("div", { class: asked.has(hand.path) ? "hand asked" : "hand" }, cards, (words !== "" || path) && element("p", { class: "total" }, path, words), ...stakes);
}

function staked(stake: Stake, bettor: string | null): HTMLElement {
  const parts = [`${stake.staked} staked`];
  if (stake.insured > 0) parts.push(`${stake.insured} insured`);
  if (stake.charged > 0) parts.push(`${stake.charged} charged`);
  const came = stake.paid !== null && element("b", {}, ` · ${[stake.outcome && outcomeWords(stake.outcome), stake.paid > 0 && `${stake.paid} paid out`].filter(Boolean).join(", ")}`);
  return element("p", { class: "came" }, bettor !== null && named(bettor), bettor !== null && ": ", parts.join(", "), came);
}
