/** What a question is about, in a heading and in what whoever is asked has to know to answer it (RULES.md). */

import { shown } from "./points.ts";
import { readEvent } from "./round.ts";
import type { Own, View } from "./views.ts";

const HEADINGS: Readonly<Record<string, string>> = {
  stakes: "Your stake", ready: "The deal is about to begin", "side-stakes": "A stake on somebody else’s box", announce: "How much is in the bank", raise: "Double all the stakes?",
  redouble: "The stakes are doubled: redouble yours?", aces: "A pair of aces: claim it?", even: "Even money for the natural now?", insurance: "Insurance", surrender: "Give up half the stake?",
  turn: "Your turn", over: "Over 21, and only you know", follow: "The hand that you bet on wants a further stake", banker: "The banker’s hand", incident: "Did the deal go wrong?",
  choice: "An error of the deal: your choice", ruling: "A ruling about it?", cut: "Where to cut the cards", bank: "The bank is offered to you", keep: "Do you keep the bank?", bid: "The bank is auctioned",
  limits: "The limits of the stakes", shuffle: "Shuffle before this round?",
};

const NOTES: Readonly<Record<string, string>> = {
  "side-stakes": "You stake against the banker with whoever plays the box, and have no say in how it is played.",
  announce: "Everybody hears it. It does not bound the stakes.",
  raise: "All of them or none. Whoever likes may then redouble their own.",
  aces: "Claimed, the pair beats every other hand. Whoever plays on forgoes that, and may split it.",
  even: "Taken, it is paid 1:1 at once. Whoever waits is paid in full, or ties with a banker’s natural.",
  insurance: "It is paid if the banker has a natural, and lost otherwise.",
  surrender: "Half the stake comes back, and the hand is over.",
  over: "Announced, the stake is lost. Stood on, it costs twice the first stake once the cards are opened, whatever the banker has.",
  incident: "It is about the next card of this hand.",
  ruling: "It is final, and stands in the ledger in your words.",
  cut: "So many cards go from the top of the shoe to its bottom.",
  bank: "Whoever banks plays against everybody else: pays what they win, and takes what they lose.",
  bid: "Each bids once. The highest bid takes the bank, the earliest among equals, and is paid to whoever has it now.",
};

/** Of an error that has just happened to the hand that is asked about. */
const ERRORS: Readonly<Record<string, string>> = {
  missed: "You were passed over in the first pass of the deal.", extra: "You were dealt two cards at once.", exposed: "%card was turned up as it was dealt; it is shown with the hand.",
  unasked: "You were dealt %card, for which you had not asked; it is shown with the hand.",
};

/** The heading of a question. */
export function heading(phase: string, own: Own): string {
  if (phase === "limits" && own.hand !== "D") return "A higher maximum for a box?";
  return HEADINGS[phase] ?? "You are asked";
}

/** What there is to know beside the hand and the amounts; empty where that goes without saying. */
export function note(phase: string, own: Own, view: View): string {
  if (phase === "choice") return error(own, view.round?.log ?? []);
  if (phase === "keep") return own.legal.includes("auction") ? "Auctioned, it goes to the highest bid, which is paid to you." : "Given up, it is offered to the others, from your left on.";
  if (phase === "limits") return own.hand === "D" ? "First the least that a box stakes, then the most." : "At its player’s request; the least stays as it is.";
  return NOTES[phase] ?? "";
}

function error(own: Own, log: readonly string[]): string {
  const happened = log.map(readEvent).findLast(({ path, verb }) => path === own.hand && verb in ERRORS);
  return happened ? (ERRORS[happened.verb] ?? "").replace("%card", shown([happened.rest[0] ?? "xx"])) : "";
}
