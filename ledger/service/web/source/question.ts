/** One question as it is shown: the hand that it is about, a field where an amount is due, and a button for every act. */

import { note } from "./about.ts";
import { amountFault, chips, choices, type Choice } from "./acts.ts";
import { fan } from "./cards.ts";
import { button, byId, element, field, type Part } from "./elements.ts";
import { Names } from "./names.ts";
import { UNKNOWN } from "./points.ts";
import { Round } from "./round.ts";
import type { Own, View } from "./views.ts";

/** Questions before a stake, or to others than who staked. */
const AHEAD = ["stakes", "side-stakes", "limits", "incident"];

/** An answer has at most 200 characters. */
export const LONGEST_RULING = 180;

/** What a question needs of the panel that it stands in. */
export interface Around {
  readonly view: View;
  readonly phase: string;
  readonly several: boolean;
  readonly isSending: boolean;
  readonly hasLetters: boolean;
  readonly lastStake: number | null;
  readonly answer: (own: Own, act: string) => void;
  readonly submit: (own: Own, choice: Choice, typed: string) => void;
}

/** The `at`th question of the panel; letters answer the first. */
export function question(own: Own, at: number, around: Around): HTMLElement {
  const all = choices(around.phase, own);
  const amount = all.find((choice) => choice.wants !== "");
  const plain = all.filter((choice) => choice.wants === "");
  const main = amount ?? all.find((choice) => choice.takesEnter) ?? all[0];
  // Who stakes no more on the boxes of others does so on none of them.
  const isLast = at === (around.view.question?.yours ?? []).length - 1;
  const acts = (isLast || around.phase !== "side-stakes") && element("div", { class: "acts" }, ...plain.map((choice) => act(own, choice, choice === main, at, around)));
  const parts: Part[] = [held(own, around), noted(own, at, around), amount ? amounts(own, amount, at, around) : null, acts];
  return element("div", { class: "question", role: "group", "aria-label": heading(own, around), "data-key": own.hash }, ...parts);
}

function heading(own: Own, { view }: Around): string {
  const [path = ""] = own.hand.split("/");
  if (path === "D") return "The banker’s hand";
  if (path.startsWith("s")) return "You";
  const words = path.includes(".") ? `Hand ${path}` : `Box ${path}`;
  return isMine(own, view) ? words : `${words}, ${namesOf(view).owner(path)}`;
}

/** Whether it is about the asked one's own box; what is about no box is theirs anyway. */
function isMine(own: Own, view: View): boolean {
  const box = Number(own.hand.split("/")[0]?.split(".")[0]);
  return Number.isNaN(box) || namesOf(view).boxes.get(box) === view.you.seat;
}

function namesOf(view: View): Names {
  return new Names(view, view.round?.banker ?? 0);
}

function held(own: Own, around: Around): HTMLElement | null {
  const isNamed = around.several || own.hand.includes(".") || !isMine(own, around.view);
  const staked = stakeOf(own, around);
  if (own.cards.length === 0) return isNamed || staked !== "" ? element("h3", {}, [isNamed && heading(own, around), staked].filter(Boolean).join(", ")) : null;
  const total = own.total === null ? "" : ` ${own.soft ? "soft " : ""}${own.total}`;
  const against = own.upcard !== null && own.hand !== "D" ? [" against ", fan([{ face: own.upcard, down: false }])] : [];
  const cards = fan(own.cards.map((face) => ({ face, down: false })));
  return element("p", { class: "held" }, isNamed && `${heading(own, around)}: `, cards, total, ...against, staked && ` · ${staked}`);
}

/** What the one asked has on the hand. */
function stakeOf(own: Own, { view, phase }: Around): string {
  const [path = "", bettor = "0"] = own.hand.split("/");
  if (!/^[1-9]/.test(path) || AHEAD.includes(phase)) return "";
  const stake = new Round(UNKNOWN, view.round?.log ?? []).hands.get(path)?.stakes.get(Number(bettor));
  return stake && stake.staked > 0 ? `${stake.staked} staked` : "";
}

/** What there is to know: of several questions it is said once. */
function noted(own: Own, at: number, { view, phase }: Around): HTMLElement | null {
  const words = at === 0 ? note(phase, own, view) : "";
  return words === "" ? null : element("p", { class: "hint" }, words);
}

function act(own: Own, choice: Choice, isMain: boolean, at: number, around: Around): HTMLButtonElement {
  const letter = (at === 0 || around.phase === "side-stakes") && around.hasLetters ? choice.letter : "";
  const hint = letter !== "" && element("kbd", { "aria-hidden": "true" }, letter.toUpperCase() + (choice.takesEnter ? " ⏎" : ""));
  const attributes = { class: isMain ? "" : "quiet", "data-act": choice.act, "aria-keyshortcuts": letter || null, "aria-disabled": around.isSending ? "true" : null };
  return button([choice.label, hint], () => around.answer(own, choice.act), attributes);
}

function amounts(own: Own, choice: Choice, at: number, around: Around): HTMLElement {
  const [id, isText, last] = [`amount-${at}`, choice.wants === "words", choice.act === "bet" ? around.lastStake : null];
  const start = last !== null && amountFault(String(last), own) === "" ? last : own.least;
  const kind = isText ? { type: "text", maxlength: LONGEST_RULING } : { type: "number", inputmode: "numeric", min: own.least, max: own.most, step: own.step, value: start };
  const input = element("input", { id, class: "amount", "data-key": `${own.hash}-${choice.act}`, autocomplete: "off", ...kind });
  const set = (amount: number): void => {
    const now = byId<HTMLInputElement>(id);
    now.value = String(amount);
    now.focus();
  };
  const quick = isText ? [] : chips(own, last).map((amount) => button(String(amount), () => set(amount), { class: "chip quiet", "aria-label": `Set ${amount}` }));
  const hint = isText ? "As it is to stand in the ledger." : `From ${own.least} to ${own.most}${own.step > 1 ? `, in steps of ${own.step}` : ""}.`;
  const send = (event: Event): void => {
    event.preventDefault();
    around.submit(own, choice, byId<HTMLInputElement>(id).value);
  };
  const words = choice.act.startsWith("limits") ? "Set" : choice.label;
  return element(
    "form",
    { class: "amounts", onsubmit: send, novalidate: true, "data-key": `form-${own.hash}` },
    field(choice.label, input, hint),
    quick.length > 0 && element("p", { class: "chips", role: "group", "aria-label": "Amounts" }, ...quick),
    element("button", { type: "submit", "data-act": choice.act, "aria-disabled": around.isSending ? "true" : null }, words),
  );
}
