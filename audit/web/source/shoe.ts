/** Packs, shuffles and cuts (FORMAT.md §7). */

import { Stream, u64, type Source } from "./seeds.ts";

const SUITS = "CDHS";
const RANKS = new Map([[52, "A23456789TJQK"], [32, "A789TJQK"]]);

/** The cards of so many decks in the order of the pack. */
export function pack(decks: number, size: number): string[] {
  const deck = Array.from(SUITS).flatMap((suit) => Array.from(RANKS.get(size) ?? "", (rank) => rank + suit));
  return Array.from({ length: decks }, () => deck).flat();
}

/** The pack in order, less the first remaining copy of each of these cards; null where one of them is not in it. */
export function less(cards: readonly string[], without: readonly string[]): string[] | null {
  const left = [...cards];
  for (const card of without) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Fisher–Yates from the front, with the shoe's own stream. */
export function shuffled(cards: readonly string[], seed: Uint8Array, shoe: number, source: Source): string[] {
  const stream = new Stream("cards", seed, shoe, source);
  const order = [...cards];
  for (let at = 0; at < order.length - 1; at += 1) {
    const other = at + stream.below(order.length - at);
    [order[at], order[other]] = [order[other] as string, order[at] as string];
  }
  return order;
}

/** Where a seat's cut by the stream falls in a shoe of so many cards. */
export function streamCut(cards: number, seed: Uint8Array, shoe: number, source: Source, seat: number): number {
  return new Stream("cut", seed, shoe, source, u64(seat)).below(cards);
}

/** A shoe cut at a card: that one comes first, those before it last. */
export function cutAt(cards: readonly string[], cut: number): string[] {
  return [...cards.slice(cut), ...cards.slice(0, cut)];
}
