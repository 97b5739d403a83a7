/** The rule set in `open` (FORMAT.md §5, RULES.md): whole, each value one that RULES.md lists. */

import { sha256 } from "@noble/hashes/sha2.js";

import { equal, utf8 } from "./bytes.ts";
import { canonical, type Value } from "./canonical.ts";
import { Refused } from "./refused.ts";
import { asMap } from "./shape.ts";
import { isName } from "./words.ts";

type IsSuch = (value: Value) => boolean;
type Table = Readonly<{ [parameter: string]: IsSuch }>;

const whole = (least: number, most: number): IsSuch => (value) => typeof value === "number" && value >= least && value <= most;
const words = (...known: readonly (string | number)[]): IsSuch => (value) => known.includes(value as string | number);
const flag: IsSuch = (value) => typeof value === "boolean";
const textOf = (most: number): IsSuch => (value) => typeof value === "string" && isName(value, most);
const or = (word: string, such: IsSuch): IsSuch => (value) => value === word || such(value);
const clauses: IsSuch = (value) => Array.isArray(value) && value.length > 0 && value.every(words("G", "T", "E", "C", "B", "P", "H"));
const stake = whole(1, 10 ** 9);
const tableStake = whole(0, 10 ** 9);

/** A ratio in lowest terms, no number over 100, and above 0 unless it may be nothing. */
function ratio(least: number): IsSuch {
  return (value) => {
    const [, over = "", under = ""] = typeof value === "string" ? (/^(0|[1-9][0-9]{0,2}):([1-9][0-9]{0,2})$/.exec(value) ?? []) : [];
    const [a, b] = [Number(over), Number(under)];
    return over !== "" && a >= least && a <= 100 && b <= 100 && greatestDivisor(a, b) === 1;
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

function totals(value: Value): boolean {
  return Array.isArray(value) && value.every((total, at) => whole(4, 21)(total) && (at === 0 || total > value[at - 1]));
}

const PAYS = ratio(1);
const PREMIUM = or("off", PAYS);

/** Every table and parameter of RULES.md, with the values that it lists. */
const TABLES: Readonly<{ [table: string]: Table }> = {
  profile: { name: textOf(32), title: textOf(120), clauses },
  pack: { decks: words(1, 2, 4, 6, 8), size: words(32, 52), ace: words("soft", "1", "11"), pictures: words("ten", "low") },
  shoe: {
    reshuffle: words("every-round", "cut-card", "discards"), penetration_left: whole(0, 400), cut: words("none", "stream", "hand"),
    burn: whole(0, 10), burn_shown: flag, joker: flag, voluntary: flag,
  },
  table: {
    players_min: whole(1, 16), players_max: whole(1, 16), boxes: whole(1, 14), boxes_per_player: whole(1, 14), bettors_per_box: whole(1, 16),
    onlookers: flag, irregularities: words("off", "B5", "H8"), rulings: flag,
  },
  session: { rounds: whole(1, 10 ** 6), stack: whole(1, 10 ** 12) },
  stakes: {
    minimum: stake, maximum: stake, unit: stake, table_minimum: tableStake, table_maximum: tableStake, limits_by: words("rules", "banker"),
    raised_on_request: flag, announced: flag, when: words("before-deal", "after-first-card"), withdrawal: flag, sitting_out: flag,
    banker_raise: words("never", "free", "picture-or-ace"), redouble: words("never", "free", "ace-not-picture"), breakage: words("exact", "floor"),
  },
  deal: { pattern: words("a", "b", "c", "d", "e", "f", "g", "h", "no-hole") },
  insurance: { offered: flag, amount: words("up-to-half", "half"), pays: PAYS, naturals: flag },
  peek: { when: words("ten-or-ace", "after-play", "no-hole"), natural_takes: words("all", "original") },
  natural: {
    pays: PAYS, paid: words("after-peek", "at-once", "on-turn"), even_money: words("never", "ace", "ten-or-ace"), after_split: flag,
    suited_pays: PREMIUM, suited_rank: words("ten", "ten-value"), pair_of_aces: flag, five_pictures: flag,
  },
  surrender: { offered: words("off", "early", "early-not-ace", "late") },
  double: {
    offered: words("off", "any", "totals"), totals, after_split: flag, triple: flag, face_down: flag, commission: ratio(0), beyond_maximum: flag,
  },
  split: {
    pairs: words("off", "value", "rank", "rank-or-picture"), hands: whole(2, 5), aces_hands: whole(1, 5),
    aces_play: words("one-card", "hit", "as-others"), second_card: words("on-turn", "at-once"),
  },
  hand: { card_limit: words(0, 5) },
  banker: { play: words("forced", "free"), soft17: words("stand", "draw", "free") },
  settlement: { ties: words("push", "banker"), natural_ties: words("push", "banker"), banker_natural: words("single", "double", "double-not-naturals") },
  premiums: {
    five_cards: PREMIUM, six_cards: PREMIUM, longer: words("as-six", "doubling"), sevens: PREMIUM, sevens_gift: or("", textOf(200)), six_seven_eight: PREMIUM,
  },
  bank: {
    holder: words("house", "player"), first: words("house", "lot", "first-ace", "black-jack"),
    change: words("house", "every-deal", "five-deals", "natural", "home", "auction"), auction: flag,
  },
};

/** Tables on which cards depend: what is not understood there leaves nothing to check. */
const OF_CARDS = ["pack", "shoe", "bank"];

/** What the reader needs of a rule set, and what in it it does not understand. */
export interface Rules {
  readonly name: string;
  readonly title: string;
  readonly decks: number;
  readonly size: number;
  readonly ace: string;
  readonly lowPictures: boolean;
  readonly reshuffle: string;
  readonly cut: string;
  readonly burn: number;
  readonly burnShown: boolean;
  readonly joker: boolean;
  readonly playersBank: boolean;
  readonly doublesFaceDown: boolean;
  readonly pattern: string;
  readonly bankChange: string;
  readonly bankerRaise: string;
  readonly redouble: string;
  readonly irregularities: string;
  readonly unknown: readonly string[];
}

/** A rule set; Refused where one is incomplete, not the one that its hash is of, or not understood where cards depend on it. */
export function readRules(value: Value, hash: Uint8Array): Rules {
  if (!equal(sha256(utf8(canonical(value))), hash)) throw new Refused("“rules_hash” is not the hash of its rules.");
  const tables = asMap(value, "the rule set");
  const unknown = Array.from(tables.keys()).filter((table) => !Object.hasOwn(TABLES, table));
  for (const [table, parameters] of Object.entries(TABLES)) {
    unknown.push(...unknownIn(table, parameters, asMap(tables.get(table) ?? null, `the rules’ table “${table}”`)));
  }
  const needed = unknown.find((what) => OF_CARDS.includes(what.split(".")[0] ?? ""));
  if (needed !== undefined) throw new Refused(`This page does not understand the rules’ “${needed.slice(0, 60)}”, on which the cards depend.`);
  return rulesOf(tables, unknown);
}

function unknownIn(table: string, parameters: Table, given: ReadonlyMap<string, Value>): string[] {
  const lacking = Object.keys(parameters).find((parameter) => !given.has(parameter));
  if (lacking !== undefined) throw new Refused(`the rules lack “${table}.${lacking}”.`);
  const strange = Array.from(given).filter(([parameter, value]) => !Object.hasOwn(parameters, parameter) || !parameters[parameter]?.(value));
  return strange.map(([parameter]) => `${table}.${parameter}`);
}

function rulesOf(tables: ReadonlyMap<string, Value>, unknown: readonly string[]): Rules {
  const of = (table: string, parameter: string): Value => asMap(tables.get(table) ?? null, table).get(parameter) ?? null;
  return {
    name: String(of("profile", "name")), title: String(of("profile", "title")), decks: Number(of("pack", "decks")), size: Number(of("pack", "size")),
    ace: String(of("pack", "ace")), lowPictures: of("pack", "pictures") === "low", reshuffle: String(of("shoe", "reshuffle")),
    cut: String(of("shoe", "cut")), burn: Number(of("shoe", "burn")), burnShown: of("shoe", "burn_shown") === true, joker: of("shoe", "joker") === true,
    playersBank: of("bank", "holder") === "player", doublesFaceDown: of("double", "face_down") === true,
    pattern: String(of("deal", "pattern")), bankChange: String(of("bank", "change")), bankerRaise: String(of("stakes", "banker_raise")),
    redouble: String(of("stakes", "redouble")), irregularities: String(of("table", "irregularities")), unknown,
  };
}
