/** What cards come to (RULES.md, `pack.ace` and `pack.pictures`), and how they are named. */

import type { Rules } from "./rules.ts";

export type Counting = Pick<Rules, "ace" | "lowPictures">;

const LOW: Readonly<{ [rank: string]: number }> = { J: 2, Q: 3, K: 4 };
const RANKS: Readonly<{ [rank: string]: string }> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS: Readonly<{ [suit: string]: readonly [sign: string, name: string] }> = {
  C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"],
};
const TEXT_FORM = "\ufe0e"; // after a suit: the plain sign, never a picture of it

/** A hand's total in words: `hard 17`, `soft 18`, `24, over 21`. */
export function totalOf(faces: readonly string[], rules: Counting): string {
  const seen = faces.filter((face) => face !== "xx");
  if (seen.length === 0) return "";
  const low = seen.reduce((sum, face) => sum + points(face, rules), 0);
  const soft = rules.ace === "soft" && seen.some((face) => face.startsWith("A")) && low + 10 <= 21;
  const total = soft ? low + 10 : low;
  return total > 21 ? `${total}, over 21` : `${soft ? "soft" : "hard"} ${total}`;
}

function points(face: string, rules: Counting): number {
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

/** `9♠ 10♦`. */
export function shown(faces: readonly string[]): string {
  return faces.map((face) => (face === "xx" ? "a card that nobody saw" : rankOf(face) + suitOf(face))).join(" ");
}

/** `queen of hearts`, for those who listen. */
export function cardName(face: string): string {
  const rank = face[0] ?? "";
  return face === "xx" ? "a card that nobody saw" : `${RANKS[rank] ?? rank} of ${SUITS[face[1] ?? ""]?.[1] ?? ""}`;
}
