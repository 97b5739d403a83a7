/** Answers that players signed: each verifies, and none of those that they had to sign is missing (FORMAT.md §15). */

import { answersIn, type Given } from "./answers.ts";
import type { Bundle } from "./bundle.ts";
import { utf8 } from "./bytes.ts";
import { Company } from "./company.ts";
import { readEvent, type Event } from "./events.ts";
import { verifies } from "./note.ts";
import type { Of, OfSession } from "./records.ts";
import { quoted, Refused } from "./refused.ts";
import { frame, H } from "./seeds.ts";
import type { Session } from "./session.ts";
import { isPlayed, logOf, type Stretch } from "./stretch.ts";

/** An event that bears its player's signature. */
export interface SignedAnswer {
  readonly seq: number;
  readonly event: number;
  readonly seat: number;
}

type Entry = Of<"signed">["answers"][number];
const MOST = 256;
const HIDDEN = ["hole", "down", "late", "extra", "toss", "unasked"];

/** Every signed answer of a stretch; Refused where one is false, of nobody's, out of order or missing. */
export function checkAnswers(bundle: Bundle, session: Session, stretch: Stretch): readonly SignedAnswer[] {
  if (session.open.mode === "batch" && session.seats.some((seat) => seat.key !== null)) {
    throw new Refused("A seat has a key, and its session is not live: nobody answers there.");
  }
  const leaves = new Map(bundle.lines.map((line) => [line.record.seq, line.leaf]));
  const lines = stretch.lines;
  let banker = isPlayed(stretch.base) ? stretch.base.banker : 0;
  let [before, begin, signed]: [OfSession, Of<"begin"> | null, Of<"signed">[]] = [stretch.base, null, []];
  const found: SignedAnswer[] = [];
  for (const line of lines) {
    if (line.kind === "signed") signed.push(line);
    else if (signed.length > 0 && !isPlayed(line) && line.kind !== "close") {
      throw new Refused(`Line ${line.seq} stands between signed answers and the record that has them.`);
    }
    if (line.kind === "begin") begin = line;
    if (!isPlayed(line) && line.kind !== "close") continue;
    const sheet = new Sheet(line, begin, { before: leaves.get(before.seq), begin: begin ? leaves.get(begin.seq) : undefined }, session);
    found.push(...sheet.check(signed, banker, isPlayed(before) ? before.round + 1 : 1));
    if (isPlayed(line)) banker = line.banker;
    [before, begin, signed] = [line, null, []];
  }
  return found;
}

/** One log, and what its answers were asked upon. */
class Sheet {
  private readonly log: readonly Event[];

  constructor(
    private readonly line: OfSession,
    private readonly begin: Of<"begin"> | null,
    private readonly leaves: { readonly before: Uint8Array | undefined; readonly begin: Uint8Array | undefined },
    private readonly session: Session,
  ) {
    this.log = logOf(line).map(readEvent);
  }

  check(signed: readonly Of<"signed">[], banker: number, next: number): SignedAnswer[] {
    const round = isPlayed(this.line) ? this.line.round : next;
    const [company, ends] = [new Company(this.session.seats, this.session.rules), isPlayed(this.line) ? this.line.banker : banker];
    const due = new Map(answersIn(this.log, banker, ends, company, this.session.rules).map((one) => [one.event, one]));
    let last = -1;
    for (const [at, record] of signed.entries()) {
      if (record.round !== round) throw new Refused(`Line ${record.seq} has signed answers of round ${record.round}, and line ${this.line.seq} is round ${round}.`);
      if (at < signed.length - 1 && record.answers.length < MOST) throw new Refused(`Line ${record.seq} has ${record.answers.length} signed answers, and more follow: it must have ${MOST}.`);
      for (const entry of record.answers) {
        if (entry.event <= last) throw new Refused(`Line ${record.seq} has its signed answers not in the order of their events, each once.`);
        last = entry.event;
        this.checkOne(record, entry, due.get(entry.event));
      }
    }
    const entries = signed.flatMap((record) => record.answers);
    this.requireAll(due, new Set(entries.map((entry) => entry.event)));
    return entries.map((entry) => ({ seq: this.line.seq, event: entry.event, seat: entry.seat }));
  }

  private checkOne(record: Of<"signed">, entry: Entry, due: Given | undefined): void {
    const key = this.session.seats[entry.seat - 1]?.key;
    const which = `Line ${record.seq}, the signed answer ${quoted(entry.answer)}`;
    if (!due || !key || due.seat !== entry.seat) throw new Refused(`${which}: event ${entry.event + 1} of line ${this.line.seq} is no answer that seat ${entry.seat} could sign.`);
    if (due.answer !== entry.answer) throw new Refused(`${which}: line ${this.line.seq} has ${quoted(due.answer)} there, which is not what was signed.`);
    if (due.seen !== entry.seen) throw new Refused(`${which}: it was given upon ${entry.seen} events, and the question was put upon ${due.seen}.`);
    const message = frame(utf8("sealedshoe/1/answer"), this.question(due), utf8(due.answer));
    if (!verifies(entry.signature, message, key)) throw new Refused(`${which}: the signature is not seat ${entry.seat}’s.`);
  }

  /** The hash of the question that an answer answers. */
  private question({ event, answer, seen }: Given): Uint8Array {
    const isOfBegin = this.begin !== null && event >= this.begin.log.length;
    const basis = isOfBegin ? this.leaves.begin : this.leaves.before;
    const digest = H("sealedshoe/1/receipt", ...this.log.slice(0, seen).map((one) => utf8(this.masked(one))));
    return H("sealedshoe/1/question", basis as Uint8Array, utf8(answer.split(" ")[0] as string), digest);
  }

  /** An event with the card that not everybody saw hidden (§10). */
  private masked({ text, who, act }: Event): string {
    const isFaceDown = this.session.rules.doublesFaceDown && (act === "double" || act === "triple");
    const isHidden = HIDDEN.includes(act) && (who.is === "hand" || act === "hole");
    return isHidden || isFaceDown ? text.replace(/[^ ]+$/, "xx") : text;
  }

  private requireAll(due: ReadonlyMap<number, Given>, signed: ReadonlySet<number>): void {
    for (const { event, seat, mayBeUnasked } of due.values()) {
      const { key, name } = this.session.seats[seat - 1] ?? {};
      if (!key || mayBeUnasked || signed.has(event)) continue;
      throw new Refused(`Event ${event + 1} of line ${this.line.seq} is an answer of ${name}, who signs, and bears no signature.`);
    }
  }
}
