/** The parts of a round under which its events are told (FORMAT.md §8). */

import type { Event } from "./events.ts";

const PHASES: readonly (readonly [title: string, acts: readonly string[]])[] = [
  ["Before the round", ["leave", "out", "lot", "auction", "bid", "pass", "pays", "yield", "accept bank", "decline bank", "bank", "banker keep", "limits"]],
  ["The shoe", ["shuffle", "reshuffle", "cut", "joker", "burn"]],
  ["Stakes", ["announce", "bet", "withdraw", "raise", "decline raise", "redouble", "decline redouble"]],
  ["Deal", ["deal", "down", "hole"]],
  ["Before anyone plays", ["insure", "decline insurance", "even", "decline even", "decline surrender", "claim aces", "decline aces", "peek natural", "peek clear"]],
  ["Turns", ["hit", "hand stand", "hand draw", "double", "triple", "split", "follow", "stay"]],
  ["The banker", ["show", "banker draw", "banker hit", "banker stand", "turn"]],
  ["Settlement", ["win", "push", "overstood"]],
];
const SETTLING = ["open", "lose", "bust", "natural", "suited", "aces", "pictures", "insurance"];

/** The title of the part of the round to which an event belongs; what stands anywhere stays where the one before it was. */
export function phaseOf(event: Event, before: string): string {
  if (before === "The banker" && SETTLING.includes(event.act)) return "Settlement";
  const exact = PHASES.find(([, acts]) => acts.includes(`${event.who.is} ${event.act}`));
  const found = exact ?? PHASES.find(([, acts]) => acts.includes(event.act));
  return found?.[0] ?? (before || "The round");
}
