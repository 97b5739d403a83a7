/** What may be answered, in words and by keys; an act that is not listed here gets a plain button. */

import { shown } from "./points.ts";
import type { Own } from "./views.ts";

/** One answer that may be given. An act with an amount, or with words, is followed by them. */
export interface Choice {
  readonly act: string;
  readonly label: string;
  readonly letter: string;
  readonly wants: "" | "amount" | "words";
  /** Whether Enter gives it, where no control has the focus: what goes without saying. */
  readonly takesEnter: boolean;
}

const WITH_AMOUNT = ["bet", "insure", "announce", "bid", "cut", "limits"];
const LETTERS: Readonly<Record<string, string>> = { hit: "h", stand: "s", double: "d", split: "p", surrender: "u", triple: "t", insure: "i", sit: "x", bust: "b", missed: "m", extra: "e", exposed: "x", unasked: "u" };
const LABELS: Readonly<Record<string, string>> = {
  bet: "Stake", insure: "Insure", announce: "Announce", bid: "Bid", cut: "Cut at card", limits: "Set limits from", sit: "Sit this deal out", pass: "Pass",
  "decline insurance": "No insurance", even: "Take even money", "decline even": "No even money", surrender: "Surrender", "decline surrender": "Play on",
  "claim aces": "Claim the aces", "decline aces": "Play on", raise: "Double all stakes", "decline raise": "Leave the stakes", redouble: "Redouble",
  "decline redouble": "Do not redouble", follow: "Follow", stay: "Stay", "accept bank": "Take the bank", "decline bank": "Decline the bank", keep: "Keep the bank",
  yield: "Give up the bank", auction: "Auction the bank", unchanged: "Leave the limits", ready: "Ready", withdraw: "Take the stake back", late: "Take a card late",
  take: "Take the card", refuse: "Refuse the card", both: "Play both as two hands", none: "Nothing happened", missed: "Was passed over", extra: "Got a second card",
  exposed: "A card was turned up", unasked: "Got a card unasked", shuffle: "Shuffle anew", "deal on": "Deal on",
};
/** What goes by other words at some questions. */
const AT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  over: { stand: "Stand all the same", bust: "Announce it" }, choice: { keep: "Keep the card" }, ruling: { none: "No ruling" }, "side-stakes": { pass: "No more stakes" },
};
/** Questions to which there is no answer that goes without saying. */
const OPEN = ["turn", "banker", "over", "choice"];

/** The choices that a question leaves, each with a letter of its own. */
export function choices(phase: string, own: Own): Choice[] {
  const used = new Set<string>();
  const refusal = own.legal.find((act) => act.startsWith("decline") || ["pass", "stay", "none", "unchanged"].includes(act));
  // What costs less comes first: over 21 that is to say so.
  return (phase === "over" ? [...own.legal].reverse() : own.legal).map((legal) => {
    const [act, wants] = wanted(legal, own);
    const [verb = ""] = act.split(" ");
    const letter = free(verb === "toss" ? String(own.legal.filter((one) => one.startsWith("toss")).indexOf(act) + 1) : act === refusal ? "n" : (LETTERS[verb] ?? (refusal !== undefined && own.legal.length === 2 ? "y" : "")), act, used);
    return { act, label: AT[phase]?.[act] ?? labelOf(act), letter, wants, takesEnter: takesEnter(phase, own, act) };
  });
}

/** What goes without saying: of stakes only where there is no choice of them. */
function takesEnter(phase: string, own: Own, act: string): boolean {
  if (OPEN.includes(phase)) return false;
  return phase === "stakes" ? act === `bet ${own.least}` : act === own.default;
}

/** Where only one amount is possible, there is none to ask for. */
function wanted(legal: string, own: Own): readonly [act: string, wants: Choice["wants"]] {
  const [verb = ""] = legal.split(" ");
  if (WITH_AMOUNT.includes(verb)) return own.least === own.most ? [`${legal} ${own.least}`, ""] : [legal, "amount"];
  return legal.endsWith(" TEXT") ? [verb, "words"] : [legal, ""];
}

function labelOf(act: string): string {
  const [verb = "", what, more = ""] = act.split(" ");
  if (verb === "limits" && what !== undefined) return `Limits from ${what} to ${more}`.trim();
  if (WITH_AMOUNT.includes(verb) && what !== undefined) return `${LABELS[verb] ?? verb} ${what}`;
  if (verb === "toss") return `Throw ${shown([what ?? ""])} away`;
  return LABELS[act] ?? act.charAt(0).toUpperCase() + act.slice(1);
}

/** The letter that is wished, or else the first of the act's own that nobody has. */
function free(wish: string, act: string, used: Set<string>): string {
  const found = [wish, ...act.replaceAll(/[^a-z]/g, "")].find((letter) => letter !== "" && !used.has(letter)) ?? "";
  used.add(found);
  return found;
}

/** Amounts to choose at once: the least, some more, the last that was staked, and the most; of a shoe to be cut its quarters. */
export function chips(own: Own, last: number | null): number[] {
  if (own.legal.includes("cut")) return [1, 2, 3].map((quarters) => Math.floor((quarters * own.most) / 4));
  const some = [own.least, ...[2, 5, 10, 20].map((times) => times * own.least), last ?? own.least, ...(own.most <= 1_000 * own.least ? [own.most] : [])];
  const fitting = some.filter((amount) => amount >= own.least && amount <= own.most && amount % own.step === 0);
  return Array.from(new Set(fitting)).sort((one, other) => one - other);
}

/** What is wrong with an amount that was typed; nothing if it may be answered. */
export function amountFault(typed: string, own: Own): string {
  const amount = Number(typed);
  const bounds = own.least === own.most ? `${own.least}` : `from ${own.least} to ${own.most}${own.step > 1 ? ` in steps of ${own.step}` : ""}`;
  const fits = /^[0-9]+$/.test(typed.trim()) && amount >= own.least && amount <= own.most && amount % own.step === 0;
  return fits ? "" : `The amount must be ${bounds}.`;
}
