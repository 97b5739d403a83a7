/** What a player signs, and what they are given for it: answers and receipts. */

import { ask } from "./api.ts";
import { basisFault } from "./basis.ts";
import { equal, fromHex } from "./bytes.ts";
import { questionHash } from "./hashing.ts";
import { keptText } from "./kept.ts";
import { isFor, readReceipt } from "./receipts.ts";
import { Refused } from "./refused.ts";
import { signAnswer } from "./secret.ts";
import type { Session } from "./session.ts";
import type { Own, View } from "./views.ts";

/** A receipt that was kept, and what came of holding it against what this page saw. */
export interface Kept {
  readonly note: string;
  readonly round: number;
  readonly events: number;
  readonly is: "as seen" | "unseen" | "wrong";
  readonly why: string;
}

/** The signature over an answer; null for a seat without a key. Refused where the question is not made of what the page saw. */
export async function signature(view: View, own: Own, answer: string, session: Session): Promise<string | null> {
  const mine = view.seats.find(({ seat }) => seat === view.you.seat);
  if (!mine?.signs) return null;
  const key = session.secretOf(view)?.key ?? null;
  if (key === null) throw new Refused("Your answers must be signed, and this browser does not have your key: take your secret over from its file, under “What you keep”.");
  const [basis, told, log] = [fromHex(own.basis), fromHex(own.hash), view.round?.log ?? []];
  const faceDown = session.rules.doublesFaceDown;
  if (basis === null || told === null || own.seen > log.length || !equal(questionHash(basis, own.hand, log.slice(0, own.seen), faceDown), told)) {
    throw new Refused("The question is not made of what you saw, so it was not answered: tell the director, and keep this page open.");
  }
  const fault = await basisFault(own.basis, view.session ?? 0, view.question?.round ?? 0, log, faceDown);
  if (fault !== "") throw new Refused(`The question ${fault}, so it was not answered: tell the director, and keep this page open.`);
  return signAnswer(key, told, answer);
}

/** The receipts of one seat, in the order in which they came. */
export class Receipts {
  private kept: Kept[] | null = null;
  private asked = 0;

  constructor(private readonly session: Session) {}

  all(view: View): readonly Kept[] {
    this.kept ??= JSON.parse(keptText("receipts", this.session.place(view)) ?? "[]") as Kept[];
    return this.kept;
  }

  /** Keep receipts that are new, each held against the log as this page has it. */
  take(view: View, notes: readonly (string | null)[]): void {
    const before = this.all(view);
    const fresh = notes.filter((note): note is string => note !== null && !before.some((one) => one.note === note));
    const unsettled = before.some((one) => one.is === "unseen");
    if (fresh.length === 0 && !unsettled) return;
    this.kept = [...before.map((one) => (one.is === "unseen" ? this.judge(view, one.note) : one)), ...fresh.map((note) => this.judge(view, note))];
    keptText("receipts", this.session.place(view), JSON.stringify(this.kept));
  }

  /** After each round the service has the receipts for its last answers, too. */
  async fetch(view: View, path: string, token: string | null): Promise<boolean> {
    const round = view.last?.round ?? 0;
    if (view.you.seat === null || round <= this.asked || this.session.open === null) return false;
    this.asked = round;
    try {
      this.take(view, (await ask<{ receipts: string[] }>(`${path}/receipts`, { token })).receipts);
      return true;
    } catch (error) {
      this.asked = 0; // with the next view they are asked for again
      throw error;
    }
  }

  private judge(view: View, note: string): Kept {
    const key = this.session.key;
    if (key === null) return { note, round: 0, events: 0, is: "unseen", why: "" };
    try {
      const read = readReceipt(note, key);
      const log = [view.round, view.last].find((one) => one?.round === read.round)?.log;
      const [is, why] = read.seat !== view.you.seat || read.session !== view.session ? (["wrong", "It is for another seat."] as const) : this.held(read, log);
      return { note, round: read.round, events: read.events, is, why };
    } catch (error) {
      return { note, round: 0, events: 0, is: "wrong", why: error instanceof Error ? error.message : "" };
    }
  }

  private held(read: ReturnType<typeof readReceipt>, log: readonly string[] | undefined): readonly [Kept["is"], string] {
    const holds = log === undefined ? null : isFor(read, log, this.session.rules.doublesFaceDown);
    if (holds === null) return ["unseen", ""];
    return holds ? ["as seen", ""] : ["wrong", "It is for other events than you saw: keep it, and ask for an audit."];
  }
}
