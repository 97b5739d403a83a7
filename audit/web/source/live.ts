/** Live sessions: each round was signed, with its log so far, before its first card (FORMAT.md §4). */

import { equal } from "./bytes.ts";
import type { Of, OfSession, Played, Shoe } from "./records.ts";
import { Refused } from "./refused.ts";
import { isPlayed, logOf } from "./stretch.ts";

/** Check the `begin` of every record in a stretch; Refused where one is missing or says something else. How many there were. */
export function checkBegins(mode: "batch" | "live", lines: readonly OfSession[]): number {
  const spoken = lines.filter((line) => !["ruling", "signed", "unknown"].includes(line.kind));
  let begins = 0;
  for (const [at, line] of spoken.entries()) {
    const before = spoken[at - 1];
    if (line.kind === "begin") {
      if (mode === "batch") throw new Refused(`Line ${line.seq} is the \`begin\` of a live round, in a session that is none.`);
      begins += 1;
    }
    if (isPlayed(line) && mode === "live" && before?.kind !== "begin") throw new Refused(`Line ${line.seq} is a live round without its \`begin\`.`);
    if (before?.kind === "begin") checkBegin(before, line);
  }
  return begins;
}

function checkBegin(begin: Of<"begin">, line: OfSession): void {
  if (!isPlayed(line) && line.kind !== "close") throw new Refused(`Line ${begin.seq} is a \`begin\`, and line ${line.seq} is not its round.`);
  const log = logOf(line);
  const isItsBeginning = begin.log.every((event, at) => event === log[at]);
  if (!isItsBeginning) throw new Refused(`Line ${line.seq} does not begin with the log that was signed in line ${begin.seq} before its first card.`);
  if (!isPlayed(line)) return;
  if (line.round !== begin.round) throw new Refused(`Line ${line.seq} is another round than its \`begin\` in line ${begin.seq}.`);
  const banker = bankerAt(begin, line);
  if (banker !== null && banker !== begin.banker) throw new Refused(`Line ${begin.seq} has account ${begin.banker} as the banker, and by the log it is ${banker}.`);
  if (!begin.shoes.every((shoe, at) => isSame(shoe, line.shoes[at]))) throw new Refused(`Line ${line.seq} has other shoes than its \`begin\` in line ${begin.seq}.`);
}

/** Who held the bank when a `begin` was signed; null where that was whoever had it in the round before. */
function bankerAt(begin: Of<"begin">, line: Played): number | null {
  const taken = begin.log.findLast(takesBank) ?? (line.log.some(takesBank) ? null : undefined);
  if (taken === null) return null;
  return taken === undefined ? line.banker : Number(taken.slice(1, -" bank".length));
}

const takesBank = (event: string): boolean => /^s[0-9]+ bank$/.test(event);

/** A shoe of a `begin` and of its round: the seed may have come since. */
function isSame(begun: Shoe, shoe: Played["shoes"][number] | undefined): boolean {
  if (!shoe || shoe.index !== begun.index || shoe.first !== begun.first) return false;
  return begun.seed === null || (shoe.seed !== null && equal(begun.seed, shoe.seed));
}
