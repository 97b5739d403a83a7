/** What cards come to (RULES.md, `pack.ace` and `pack.pictures`), and how they are named. */

import type { Fields } from "./canonical.ts";

/** Of a session's rules what it takes to show a round. */
export interface Rules {
  readonly ace: string;
  readonly lowPictures: boolean;
  readonly doublesFaceDown: boolean;
  readonly deal: string;
  readonly everyRound: boolean;
}

/** As long as the rules are not known, nothing is said of totals. */
export const UNKNOWN: Rules = { ace: "", lowPictures: false, doublesFaceDown: false, deal: "c", everyRound: false };

/** From the whole rule set of an `open` line. */
export function rulesOf(rules: Fields): Rules {
  const of = (table: string, key: string): unknown => (rules[table] as Fields | undefined)?.[key];
  return {
    ace: String(of("pack", "ace")),
    lowPictures: of("pack", "pictures") === "low",
    doublesFaceDown: of("double", "face_down") === true,
    deal: String(of("deal", "pattern")),
    everyRound: of("shoe", "reshuffle") === "every-round",
  };
}

const LOW: Readonly<Record<string, number>> = { J: 2, Q: 3, K: 4 };
const RANKS: Readonly<Record<string, string>> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS: Readonly<Record<string, readonly [sign: string, name: string]>> = {
  C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"],
};
const TEXT_FORM = "\ufe0e"; // after a suit: the plain sign, never a picture of it

/** A hand's total in words: `17`, `soft 18`, `24, over 21`; empty where a card is not seen. */
export function totalOf(faces: readonly string[], rules: Rules): string {
  if (faces.length === 0 || faces.includes("xx") || rules === UNKNOWN) return "";
  const low = faces.reduce((sum, face) => sum + points(face, rules), 0);
  const soft = rules.ace === "soft" && faces.some((face) => face.startsWith("A")) && low + 10 <= 21;
  const total = soft ? low + 10 : low;
  if (total > 21) return `${total}, over 21`;
  return soft && faces.length > 1 && total < 21 ? `soft ${total}` : String(total);
}

function points(face: string, rules: Rules): number {
  const rank = face[0] ?? "";
  if (rank === "A") return rules.ace === "11" ? 11 : 1;
  if ("TJQK".includes(rank)) return (rules.lowPictures && LOW[rank]) || 10;
  return Number(rank);
}

export function rankOf(face: string): string {
  return face.startsWith("T") ? "10" : (face[0] ?? "");
}

export function suitOf(face: string): string {
  return `${SUITS[face[1] ?? ""]?.[0] ?? ""}${TEXT_FORM}`;
}

/** `9♠ 10♦`; of cards that one does not see how many they are. */
export function shown(faces: readonly string[]): string {
  return faces.map((face) => (face === "xx" ? "a hidden card" : rankOf(face) + suitOf(face))).join(" ");
}

/** `queen of hearts`, for those who listen. */
export function cardName(face: string): string {
  const rank = face[0] ?? "";
  return face === "xx" ? "a hidden card" : `${RANKS[rank] ?? rank} of ${SUITS[face[1] ?? ""]?.[1] ?? ""}`;
}
