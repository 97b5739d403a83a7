/** What a bundle that held proves, and what it does not, in sentences. */

import { toBase64 } from "./bytes.ts";
import { storyOf, type Story } from "./story.ts";
import type { Checked } from "./verify.ts";

/** Plain data: it passes from the worker to the page. */
export interface Verified {
  readonly session: number;
  readonly round: number;
  readonly isVoid: boolean;
  readonly heading: string;
  readonly lines: readonly string[];
  readonly proven: readonly string[];
  readonly notProven: readonly string[];
  readonly key: string;
  readonly story: Story;
}

/** Everything that is told of a bundle. */
export function said(checked: Checked): Verified {
  const { bundle, session, stretch, signed } = checked;
  const { target } = stretch;
  const hand = bundle.hand === null ? "" : `, hand ${bundle.hand}`;
  return {
    session: bundle.session,
    round: bundle.round,
    isVoid: target.kind === "void",
    heading: `Round ${bundle.session}/${bundle.round}${hand} of ${bundle.checkpoint.name}`,
    lines: [
      `Line ${target.seq} of the ledger, ${target.time.replace("T", " ").replace("Z", " UTC")}`,
      `Table “${session.open.table}”, rules “${session.rules.name}”: ${session.rules.title}`,
      ...(target.kind === "void" ? [`The round was broken off: ${target.reason}`] : []),
    ],
    proven: proven(checked),
    notProven: notProven(checked),
    key: signed.key.text,
    story: storyOf(target, checked.log, session, checked.cards, checked.answers, bundle.hand),
  };
}

const count = (number: number, one: string, many = `${one}s`): string => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

function proven(checked: Checked): string[] {
  const { bundle, session, stretch, signed } = checked;
  const from = stretch.base.seq;
  const to = stretch.lines.at(-1)?.seq ?? from;
  const own = checked.cards.filter((card) => card.seq === stretch.target.seq);
  const others = checked.cards.length - own.length;
  const shoes = Array.from(new Set(own.map((card) => card.shoe)));
  const changes = signed.changes > 0 ? `; the ledger’s ${count(signed.changes, "change")} of key before it ${signed.changes === 1 ? "is" : "are"} signed by the old and the new one` : "";
  return [
    `The checkpoint of ${count(bundle.checkpoint.size, "line")} is signed by the key in force${changes}.`,
    `All ${bundle.lines.length} lines in this file are in the tree that it signs, each in its one form and at its place.`,
    `From line ${from} to line ${to} no line of the session is left out, and its open, its seats and its start are whole.`,
    ...(shoes.length > 0 ? [`The seed of ${shoes.length === 1 ? `shoe ${shoes[0]}` : `each of the shoes ${shoes.join(", ")}`} leads to the commitment in line ${session.open.seq}, which was written before the players’ entropy was told.`] : []),
    "The entropy of every player is what their hash committed to, and it enters every shoe.",
    cards(own.length, others),
    ...(checked.lots > 0 ? [`${count(checked.lots, "lot")} for the bank ${checked.lots === 1 ? "is" : "are"} what the sealed seeds draw.`] : []),
    ...(checked.begins > 0 ? ["Each live round goes on from the log that was signed before its first card."] : []),
    ...signatures(checked),
    ...(bundle.extends ? [`This history extends the older checkpoint of ${count(bundle.extends.checkpoint.size, "line")} with the root ${toBase64(bundle.extends.checkpoint.root)}: see that it is the one that you kept.`] : []),
  ];
}

/** Whose answers in the round are their own beyond doubt. */
function signatures({ answers, session, stretch }: Checked): string[] {
  const here = answers.filter((answer) => answer.seq === stretch.target.seq);
  const names = Array.from(new Set(here.map((answer) => session.seats[answer.seat - 1]?.name ?? "")));
  if (here.length === 0) return [];
  return [`${count(here.length, "answer")} in the round ${here.length === 1 ? "bears" : "bear"} the signature of whoever gave ${here.length === 1 ? "it" : "them"} (${names.join(", ")}), and none that must have one lacks it.`];
}

function cards(own: number, others: number): string {
  if (own === 0) return "No card was dealt in the round.";
  const more = others > 0 ? `; so ${others === 1 ? "is" : "are"} ${count(others, "card")} of other rounds of its shoes` : "";
  const all = own === 1 ? "The one card of the round is the one that the sealed shoe deals, at its place" : `All ${own} cards of the round are those that the sealed shoe deals, each at its place`;
  return `${all}, cut and burnt as the rules want${more}.`;
}

/** Of whom nothing shows that they decided what is written. */
function undecided({ session }: Checked): string[] {
  const names = session.seats.filter((seat) => seat.key === null).map((seat) => seat.name);
  if (names.length === 0) return ["That the players were not late where the log says so (`timeout`), and that a key is the player’s own: compare it with theirs."];
  return [`That ${names.join(", ")} decided what is written: a possible decision looks like any other. Who was there remembers.`];
}

function notProven(checked: Checked): string[] {
  const { bundle, session, stretch } = checked;
  const house = session.seats.filter((seat) => seat.source === "house").map((seat) => seat.name);
  const gap = session.lines.find((line, at) => at > 0 && line.seq <= stretch.base.seq && line.prev !== session.lines[at - 1]?.seq);
  return [
    "That the rules were kept: stakes, decisions, the banker’s draws, payouts, who banks, when a shoe is changed. `shoe verify` checks that of this same file.",
    "Balances: neither those before the round nor what it made of them.",
    bundle.extends
      ? "That no second history was signed after the older checkpoint that this one extends."
      : "That no second history was signed: that shows only beside a checkpoint that somebody kept.",
    ...(house.length > 0 ? [`That the cards were not sought out beforehand: the house made the entropy of ${house.join(", ")}.`] : []),
    ...undecided(checked),
    ...(gap ? [`What the session’s lines before line ${gap.seq} say that are not in this file: whoever made it had to include those in which somebody left or took the bank.`] : []),
    ...(checked.uncompared > 0 ? [`${count(checked.uncompared, "card")} of other rounds in these lines, of shoes that are not this round’s.`] : []),
    ...session.unknown.map(({ record, seq }) => `Line ${seq}, a record of a kind that this page does not know (${record.slice(0, 40)}): not checked.`),
    ...session.rules.unknown.map((what) => `Whatever depends on the rules’ “${what.slice(0, 60)}”, which this page does not understand.`),
    "Anything about the rest of the session and of the ledger: `shoe audit` checks them whole.",
  ];
}
