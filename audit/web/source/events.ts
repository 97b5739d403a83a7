/** The events of a log, each in the form that the grammar of FORMAT.md §8 gives it. */

import { MOST_BOXES, MOST_SEATS } from "./records.ts";
import { quoted, Refused } from "./refused.ts";

export type Who =
  | { readonly is: "banker" }
  | { readonly is: "seat"; readonly seat: number }
  | { readonly is: "hand"; readonly path: string; readonly box: number; readonly bettor: number | null };

export interface Event {
  readonly text: string;
  readonly who: Who;
  readonly timeout: boolean;
  /** Its words without arguments: `decline insurance`, `deal`. */
  readonly act: string;
  readonly cards: readonly string[];
  readonly numbers: readonly number[];
  /** Of a premium: `777`, `678`, `5cards`. */
  readonly kind: string;
}

const BANKER = `limits n n|shuffle n|auction|keep|yield|reshuffle n|joker|burn card|burn xx|announce n|raise|decline raise|deal card|hole card|peek natural|
  peek clear|show|draw card|hit card|stand|ruling n`;
const SEAT = "leave|out|lot card|lot n|bid n|pass|pays n|accept bank|decline bank|bank|cut n";
const HAND = `limits n n|bet n|withdraw|sit|redouble|decline redouble|deal card|down card|open|insure n|decline insurance|even n|decline even|surrender n|
  decline surrender|claim aces|decline aces|insurance n|hit card|stand|double card|triple card|commission n|split card card|draw card|follow n|stay|gift|
  turn|overstood|forfeit n|bust n|lose n|push n|win n|natural n|suited n|aces n|pictures n|premium kind n|missed|late card|extra card|toss card|both|
  exposed card|take|refuse|unasked card|keep`;
const LARGEST = 10 ** 12;
const ARGUMENTS: Readonly<{ [argument: string]: RegExp }> = { n: /^(0|[1-9][0-9]*)$/, card: /^[A2-9TJQK][CDHS]$/, xx: /^xx$/, kind: /^([1-9][0-9]*cards|777|678)$/ };

interface Form {
  readonly act: string;
  readonly words: readonly string[];
}

const formsOf = (forms: string): readonly Form[] =>
  forms.split("|").map((form) => {
    const words = form.trim().split(" ");
    return { words, act: words.filter((word) => !(word in ARGUMENTS)).join(" ") };
  });
const FORMS = { banker: formsOf(BANKER), seat: formsOf(SEAT), hand: formsOf(HAND) };

/** An event; Refused where the grammar has none of this form. */
export function readEvent(text: string): Event {
  const [first = "", ...rest] = text.split(" ");
  const timeout = rest[0] === "timeout";
  const words = timeout ? rest.slice(1) : rest;
  const who = readWho(first);
  const form = who && FORMS[who.is].find((one) => fits(one, words));
  if (!who || !form) throw new Refused(`the grammar has no event ${quoted(text)}.`);
  const given = (argument: string): string[] => words.filter((_, at) => form.words[at] === argument);
  const numbers = given("n").map(Number);
  if (numbers.some((number) => number > LARGEST)) throw new Refused(`the event ${quoted(text)} has a number over ${LARGEST}.`);
  return { text, who, timeout, act: form.act, cards: [...given("card"), ...given("xx")], numbers, kind: given("kind")[0] ?? "" };
}

function fits(form: Form, words: readonly string[]): boolean {
  return form.words.length === words.length && form.words.every((due, at) => ARGUMENTS[due]?.test(words[at] as string) ?? due === words[at]);
}

function readWho(text: string): Who | null {
  if (text === "D") return { is: "banker" };
  const [, seat = ""] = /^s([1-9][0-9]?)$/.exec(text) ?? [];
  if (seat !== "") return Number(seat) <= MOST_SEATS ? { is: "seat", seat: Number(seat) } : null;
  const [, path = "", box = "", bettor = ""] = /^(([1-9][0-9]?)(?:\.[12]){0,6})(?:\/([1-9][0-9]?))?$/.exec(text) ?? [];
  if (path === "" || Number(box) > MOST_BOXES || Number(bettor) > MOST_SEATS) return null;
  return { is: "hand", path, box: Number(box), bettor: bettor === "" ? null : Number(bettor) };
}

/** A path of the grammar's `hand`, with no bettor. */
export function isPath(text: string): boolean {
  const who = readWho(text);
  return who?.is === "hand" && who.bettor === null;
}

/** The acts whose card comes from the shoe (§8, "Cards of the shoe"). */
const FROM_THE_SHOE = ["lot", "burn", "deal", "down", "hole", "hit", "double", "triple", "draw", "late", "extra", "exposed", "unasked"];

/** The card that an event takes from the shoe, `xx` for one that nobody saw; null where it takes none. */
export function takenCard(event: Event): string | null {
  return FROM_THE_SHOE.includes(event.act) ? (event.cards[0] ?? null) : null;
}
