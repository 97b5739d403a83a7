/** Where the table stands, in one line: the round, whom it waits for, and how long. */

import { element, named, type Part } from "./elements.ts";
import type { View } from "./views.ts";

const STATES: Readonly<Record<string, string>> = {
  gathering: "Names come in", hashes: "The cards are fixed; hashes of the players’ entropy come in", reveals: "Every seat is signed; entropy is revealed", playing: "In play", closed: "Closed",
};

/** A table's state in words. */
export function stateWords(state: string): string {
  return STATES[state] ?? state;
}

/** `left`: seconds that are left, if any run. */
export function standing(view: View, left: number | null): Part[] {
  const parts: Part[] = [];
  const round = view.round?.round ?? view.question?.round ?? view.due?.round;
  if (view.state !== "playing") parts.push(stateWords(view.state));
  else parts.push(roundOf(round ?? view.last?.round ?? 1, view.rounds));
  parts.push(...waits(view));
  if (left !== null) parts.push(" · ", element("span", { class: left <= 10 ? "clock soon" : "clock" }, `${left} s`));
  return parts;
}

/** Void rounds are numbered, but not counted: after one there are more numbers than rounds. */
function roundOf(round: number, rounds: number): string {
  return round > rounds ? `Round ${round} (void ones do not count)` : `Round ${round} of ${rounds}`;
}

function waits(view: View): Part[] {
  if (view.due !== null) return [` · round ${view.due.round} ${view.due.seconds === null ? "begins when the director says" : "begins soon"}`];
  const asked = Array.from(new Set(view.question?.seats ?? []));
  if (asked.length === 0) return [];
  if ((view.question?.yours ?? []).length > 0) return [" · ", element("strong", {}, asked.length > 1 ? "you are asked, and others" : "you are asked")];
  const names = asked.map((seat) => (seat === 0 ? "The director" : (view.seats[seat - 1]?.name ?? `Seat ${seat}`)));
  return [" · ", ...names.flatMap((name, at) => [at > 0 && ", ", named(name)]), names.length > 1 ? " are asked" : " is asked"];
}
