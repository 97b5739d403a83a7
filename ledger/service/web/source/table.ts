/** The page of a table, for who sits at it, directs it or watches. */

import { GoingOn } from "./again.ts";
import { ask, newKey, Problem, words } from "./api.ts";
import { Asking } from "./asking.ts";
import { seats } from "./company.ts";
import { Directing } from "./directing.ts";
import { arrived, byId, element, settle } from "./elements.ts";
import { felt, type Shown } from "./felt.ts";
import { keys, operator, seat } from "./kept.ts";
import { KeptPanel } from "./keeping.ts";
import { readFragment } from "./links.ts";
import { parseKey } from "./note.ts";
import { UNKNOWN } from "./points.ts";
import { Receipts, signature } from "./player.ts";
import { rulesOfTable } from "./rules.ts";
import { bundleLink, checkable, checkLink, earlierRounds, ended, lastRound } from "./results.ts";
import { SeatingPanel } from "./seating.ts";
import { Session } from "./session.ts";
import { standing } from "./standing.ts";
import { Stream } from "./stream.ts";
import { Telling } from "./telling.ts";
import type { Own, View } from "./views.ts";

const HIDDEN_FOR = 60_000;
const OVERTAKEN = "Others have answered meanwhile, and that is not possible any more. Choose from what is asked now.";

class TablePage {
  private readonly id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  private readonly path = `/v1/tables/${encodeURIComponent(this.id)}`;
  private readonly session = new Session();
  private readonly receipts = new Receipts(this.session);
  private readonly asking = new Asking({ answer: (own, act) => void this.answer(own, act) });
  private readonly seating = new SeatingPanel({ path: this.path, token: () => this.token, session: this.session, turn: (token) => this.turn(token), see: (view) => this.see(view) });
  private readonly goingOn = new GoingOn(this.path, () => this.token, (view) => this.see(view));
  private readonly telling = new Telling();
  private readonly directing = new Directing(this.path, (view) => this.see(view));
  private readonly keeping = new KeptPanel(this.path, () => this.token, this.session, this.receipts, (summary) => this.seating.importer(summary), (view) => this.see(view));
  private stream: Stream | null = null;
  private token: string | null = null;
  private view: View | null = null;
  /** Moments, in milliseconds of the page's clock. */
  private until: number | null = null;
  private revealed = 0;
  private wrong = "";

  open(): void {
    const given = readFragment(location.hash);
    const token = given.get("token");
    if (token) seat.keep(this.id, token);
    const vkey = given.get("vkey");
    if (vkey) keepKey(vkey);
    if (location.hash !== "") history.replaceState(null, "", location.pathname);
    this.turn(seat.token(this.id) ?? operator.token());
    setInterval(() => this.tick(), 1_000);
    addEventListener("online", () => this.stream?.hurry());
    document.addEventListener("visibilitychange", () => this.look());
    // A page that is left may be kept for who goes back, and its stream with it; a browser has six connections to a server.
    addEventListener("pagehide", () => this.rest());
    addEventListener("pageshow", (event) => event.persisted && this.turn(this.token));
  }

  /** See the table with this token from here on. */
  private turn(token: string | null): void {
    if (token !== null && token !== operator.token()) seat.keep(this.id, token);
    this.token = token;
    this.view = null;
    this.stream?.stop();
    this.stream = new Stream(`${this.path}/events`, token, {
      see: (view, isFirst) => this.see(view, isFirst),
      trouble: (words) => this.trouble(words),
      refused: (problem) => this.refused(problem),
    });
  }

  private refused(problem: Problem): void {
    if (problem.status === 401 && this.token !== null) {
      if (this.token === operator.token()) operator.keep(null);
      else seat.keep(this.id, null);
      this.turn(null);
    }
    this.say(problem.message);
    this.wrong = ""; // it stays, though all else is well
  }

  /** Tell what is wrong until all is well again, and then take that back, but nothing else that was told meanwhile. */
  private trouble(words: string): void {
    if (words !== "") this.say(words);
    else if (byId("status").textContent === this.wrong) this.say("");
    this.wrong = words;
  }

  private say(words: string): void {
    const status = byId("status");
    if (status.textContent !== words) status.textContent = words;
  }

  /** Show a view, unless a newer one is shown: what an answer gives and what the stream has come by different ways. */
  private see(view: View, isFirst = false): void {
    if (!isFirst && this.view !== null && view.version < this.view.version) return;
    this.view = view;
    const seconds = view.question?.seconds ?? view.due?.seconds ?? null;
    this.until = seconds === null ? null : performance.now() + 1_000 * seconds;
    this.render(view);
    void this.learn(view);
  }

  private async learn(view: View): Promise<void> {
    const { token } = this;
    try {
      const isNew = await this.session.learn(view);
      const gotReceipts = await this.receipts.fetch(view, this.path, token);
      if ((isNew || gotReceipts) && this.view) this.render(this.view);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 401)) this.trouble(words(error));
      else if (token === this.token) this.refused(error);
    }
  }

  private render(view: View): void {
    byId("name").textContent = view.name;
    const yours = (view.question?.yours ?? []).length > 0;
    document.title = `${yours ? "Your turn · " : ""}${view.name} · Sealed Shoe`;
    this.seating.show(view);
    const shown = this.shown(view);
    byId("table").hidden = shown === null;
    if (shown) settle(byId("felt"), ...felt(view, shown, this.session.rules));
    this.asking.show(view);
    // What is told stays as it was told: without the rules it would lack what each hand comes to.
    if (this.session.rules !== UNKNOWN || view.state === "closed") this.telling.show(view, this.session.rules);
    this.results(view);
    settle(byId("seats"), ...seats(view, this.session.playersBank));
    settle(byId("rules"), rulesOfTable(view, this.session));
    this.keeping.show(view);
    this.directing.show(view);
    this.goingOn.show(view);
    this.tick();
  }

  private shown(view: View): Shown | null {
    return view.round ?? view.last;
  }

  private results(view: View): void {
    const last = view.last;
    this.revealed = Math.max(this.revealed, checkable(view, this.session.rules));
    const vkey = this.session.ledger ? (keys.of(this.session.ledger.name) ?? "") : "";
    const link = last !== null && this.revealed > 0 && view.session !== null && [
      element("p", { class: "check" }, element("a", { href: checkLink(view.session, this.revealed, vkey) }, this.revealed === last.round ? "Check this hand" : `Check round ${this.revealed}`), " in your own browser: that it was dealt from the shoe sealed before anyone staked. ", bundleLink(view.session, this.revealed, "Save its bundle"), ", which ", element("code", {}, "shoe verify"), " checks."),
      earlierRounds(view.session, this.revealed, vkey),
    ];
    settle(byId("results"), ...ended(view), ...(last ? lastRound(view, last, this.session.rules) : []), ...(link || []));
  }

  private tick(): void {
    if (this.view === null) return;
    const left = this.until === null ? null : Math.max(0, Math.ceil((this.until - performance.now()) / 1_000));
    settle(byId("standing"), ...standing(this.view, left));
    if (left === 10 && (this.view.question?.yours ?? []).length > 0) this.say("Ten seconds are left.");
    if (left === 9) this.say("");
  }

  /** Nobody who only watches needs a connection while the page is out of sight. */
  private look(): void {
    this.stream?.hurry();
    if (!document.hidden && this.stream === null) this.turn(this.token);
    if (!document.hidden || this.view?.you.role === "seat") return;
    setTimeout(() => document.hidden && this.rest(), HIDDEN_FOR);
  }

  private rest(): void {
    this.stream?.stop();
    this.stream = null;
  }

  private async answer(own: Own, act: string): Promise<void> {
    const view = this.view;
    if (view === null) return;
    const answer = `${own.hand} ${act}`;
    this.asking.sending(own);
    try {
      const signed = await signature(view, own, answer, this.session);
      const still = (): boolean => this.view?.question?.yours?.some(({ hash }) => hash === own.hash) ?? true;
      const trouble = (words: string): void => this.trouble(words);
      const body = { answer, question: own.hash, signature: signed };
      const taken = await ask<{ receipt: string | null; table: View }>(`${this.path}/answers`, { method: "POST", token: this.token, body, key: newKey(), still, trouble });
      this.see(taken.table);
      this.asking.done(own);
      if (view.you.seat !== null) this.receipts.take(taken.table, [taken.receipt]);
    } catch (error) {
      // Only what was offered is answered, so that a refusal means that the others were quicker; words are their writer's own.
      const isOvertaken = error instanceof Problem && error.kind === "answer-refused" && !own.legal.includes(`${act.split(" ")[0]} TEXT`);
      this.asking.done(own, isOvertaken ? OVERTAKEN : words(error));
      if (error instanceof Problem && error.kind === "question-over") this.say(error.message);
    }
  }
}

function keepKey(vkey: string): void {
  try {
    const key = parseKey(vkey);
    if (keys.of(key.name) === null) keys.keep(key.name, key.text);
  } catch {
    // a link with something else than a key gives none
  }
}

arrived();
new TablePage().open();
