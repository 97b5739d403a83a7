/** What happens at the table in words, for eyes and ears. */

import type { Names } from "./names.ts";
import { shown, totalOf, type Rules } from "./points.ts";
import { readEvent, Round, type Event } from "./round.ts";

interface Telling {
  readonly who: string;
  /** The first amount or card of the event. */
  readonly n: string;
  readonly card: string;
  /** The hand's cards and what they come to, behind the event. */
  readonly hand: string;
  readonly event: Event;
}

type Words = string | ((of: Telling) => string);

const paid = (what: string): Words => (of) => `${of.who} ${what}: ${of.n} paid out, the stake included.`;

/** By actor (D, s, or a hand) and act. A word after `%` is a field of the telling. */
const SENTENCES: Readonly<Record<string, Words>> = {
  "D limits": (of) => `%who sets the limits: stakes from ${of.n} to ${of.event.rest[1] ?? ""}.`,
  "D shuffle": "Shoe %n, the next of the sealed chain, is shuffled.",
  "D reshuffle": "The discards are shuffled and become shoe %n of the sealed chain.",
  "D joker": "A joker marks the end of the deck.",
  "D burn xx": "A card is burnt, unseen.",
  "D burn": "A card is burnt: %card.",
  "D auction": "The bank is put up for auction.",
  "D keep": "%who keeps the bank.",
  "D yield": "%who gives the bank up: it is offered.",
  "D announce": "%who announces a bank of %n.",
  "D raise": "%who doubles all stakes.",
  "D decline raise": "%who does not double the stakes.",
  "D deal": "%who is dealt %card, face up.",
  "D hole": "%who is dealt a card face down.",
  "D peek natural": "%who peeks: a natural.",
  "D peek clear": "%who peeks: no natural.",
  "D show": "%who turns the hole card: %hand.",
  "D draw": "%who draws %card: %hand.",
  "D hit": "%who chooses to draw %card: %hand.",
  "D stand": "%who chooses to stand.",
  "D ruling": "The supervisor has ruled.",
  "s leave": "%who leaves.",
  "s out": "%who cannot cover the minimum any more and is out.",
  "s lot": (of) => (/^\d+$/.test(of.n) ? "Lots are drawn for the bank: %who." : "%who is dealt %card for the bank."),
  "s bid": "%who bids %n for the bank.",
  "s pass": "%who does not bid.",
  "s pays": "%who pays %n for the bank.",
  "s accept bank": "%who takes the bank.",
  "s decline bank": "%who does not want the bank.",
  "s bank": "%who banks from here on.",
  "s cut": "%who cuts the shoe at card %n.",
  "h limits": (of) => `The limits for %who: stakes from ${of.n} to ${of.event.rest[1] ?? ""}.`,
  "h bet": "%who stakes %n.",
  "h withdraw": "%who takes the stake back.",
  "h sit": "%who sits this deal out.",
  "h redouble": "%who redoubles.",
  "h decline redouble": "%who does not redouble.",
  "h deal": "%who is dealt %card.",
  "h down": "%who is dealt a card face down.",
  "h open": "%who turns the cards up: %hand.",
  "h insure": "%who insures for %n.",
  "h decline insurance": "%who takes no insurance.",
  "h even": paid("takes even money"),
  "h decline even": "%who does not take even money.",
  "h surrender": "%who surrenders: %n comes back.",
  "h decline surrender": "%who does not surrender.",
  "h claim aces": "%who claims two aces.",
  "h decline aces": "%who does not claim the two aces.",
  "h insurance": (of) => (of.n === "0" ? "%who loses the insurance." : "%who is paid %n for the insurance."),
  "h hit": "%who hits: %hand.",
  "h stand": "%who stands.",
  "h double": "%who doubles: %hand.",
  "h triple": "%who triples: %hand.",
  "h commission": "%who is charged a commission of %n.",
  "h split": "%who splits, with a stake on each hand.",
  "h draw": "%who is given %card: %hand.",
  "h follow": "%who follows with %n.",
  "h stay": "%who stays with the single stake.",
  "h gift": "%who has earned the table’s gift.",
  "h turn": "%who turns the card of the double: %hand.",
  "h overstood": "%who stood on more than 21.",
  "h forfeit": "%who forfeits %n beyond the stake.",
  "h bust": "%who is over 21 and loses.",
  "h lose": (of) => (of.n === "0" ? "%who loses." : "%who loses; %n of the stakes comes back."),
  "h push": "%who ties: %n comes back.",
  "h win": paid("wins"),
  "h natural": paid("has a natural"),
  "h suited": paid("has a natural of one suit"),
  "h aces": paid("has two aces"),
  "h pictures": paid("has five pictures"),
  "h premium": (of) => `%who earns a premium: ${of.event.rest[1] ?? ""} paid out, the stake included.`,
  "h missed": "%who was passed over by mistake.",
  "h late": "%who is dealt the missed card late.",
  "h extra": "%who is dealt a second card by mistake.",
  "h toss": "%who throws a card away.",
  "h both": "%who plays both cards, as two hands.",
  "h exposed": "A card for %who is turned up by mistake: %card.",
  "h take": "%who takes it: %hand.",
  "h refuse": "%who refuses it.",
  "h unasked": "%who is dealt a card without having asked.",
  "h keep": "%who keeps it.",
};

/** The events of a round from the `after`th on, each in a sentence. */
export function tell(log: readonly string[], after: number, names: Names, rules: Rules): string[] {
  const round = new Round(rules, log.slice(0, after));
  return log.slice(after).map((text) => {
    const event = readEvent(text);
    round.take(event);
    return sentence(event, round, names, rules);
  });
}

function sentence(event: Event, round: Round, names: Names, rules: Rules): string {
  const actor = event.path === "D" ? "D" : event.path.startsWith("s") ? "s" : "h";
  const [n = ""] = event.rest;
  const faces = round.faces(event.path);
  const total = totalOf(faces, rules);
  const telling: Telling = { who: names.who(event.who), n, card: shown([n]), hand: shown(faces) + (total && faces.length > 1 ? `, ${total}` : ""), event };
  const words = SENTENCES[`${actor} ${event.verb} ${n}`] ?? SENTENCES[`${actor} ${event.verb}`] ?? event.text;
  const plain = typeof words === "string" ? words : words(telling);
  const told = plain.replace(/%(who|n|card|hand)\b/g, (_, key: "who" | "n" | "card" | "hand") => telling[key]);
  return event.timeout ? `No answer came, so the default: ${told}` : told;
}

const ENDS: Readonly<Record<string, string>> = {
  bust: "over 21", lose: "loses", push: "a tie", win: "wins", natural: "a natural", suited: "a natural of one suit", aces: "a pair of aces", pictures: "five pictures",
  even: "even money", surrender: "given up", premium: "a premium",
};

/** What came of one bettor's stake on a hand. */
export function outcomeWords(outcome: string): string {
  return ENDS[outcome] ?? outcome;
}
