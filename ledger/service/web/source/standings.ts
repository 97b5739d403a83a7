/** How sessions and tournaments ended; the director signs a tournament here. */

import { ask, newKey, words } from "./api.ts";
import { tokenForm } from "./director.ts";
import { arrived, byId, element, field, named, settle, type Part } from "./elements.ts";
import { keys, operator } from "./kept.ts";
import { checkLink, places } from "./results.ts";
import { tidied } from "./typed.ts";
import type { Ledger, Standings } from "./views.ts";

const REASONS: Readonly<Record<string, string>> = { rounds: "all rounds played", players: "nobody was left to stake", seeds: "the sealed shoes were used up", stopped: "closed early by the director" };
type OfSession = Standings["sessions"][number];
type OfTournament = Standings["tournaments"][number];

class StandingsPage {
  private standings: Standings | null = null;
  private ledger: Ledger | null = null;
  private fault = "";
  /** What was signed last, and the line where it is if that is known. */
  private signed: { readonly name: string; readonly line: number | null } | null = null;
  private isBusy = false;
  private tokenFault = "";

  async look(): Promise<void> {
    const trouble = (told: string): void => void (byId("status").textContent = told);
    try {
      this.ledger ??= await ask<Ledger>("/v1/ledger", { trouble });
      this.standings = await ask<Standings>("/v1/standings", { trouble });
      byId("status").textContent = "";
    } catch (error) {
      byId("status").textContent = words(error);
    }
    this.render();
  }

  private render(): void {
    const { sessions = [], tournaments = [] } = this.standings ?? {};
    const none = (what: string): Part[] => (this.standings === null ? [] : [element("p", {}, what)]);
    settle(byId("tournaments"), ...(tournaments.length === 0 ? none("No tournament is ranked yet.") : tournaments.map((one) => this.tournament(one, sessions))));
    settle(byId("sessions"), ...(sessions.length === 0 ? none("No session is closed yet.") : sessions.map((one) => this.session(one))));
    const changed = (fault: string): void => {
      this.tokenFault = fault;
      this.render();
    };
    settle(byId("direct"), element("h2", {}, "The director"), ...tokenForm(this.tokenFault, changed), ...(operator.token() === null ? [] : this.form(sessions)));
  }

  private tournament({ name, sessions, line, standings }: OfTournament, known: readonly OfSession[]): HTMLElement {
    const at = tablesOf(sessions, known);
    const told = standings.map((one) => ({ ...one, at: at.get(one.session) ?? `session ${one.session}` }));
    return element("article", { id: `line-${line}`, "data-key": `t${line}` }, element("h3", {}, named(name)), element("p", { class: "hint" }, `Over ${sessions.length === 1 ? "session" : "sessions"} ${sessions.join(", ")}; signed in line ${line} of the log.`), places("Standings", told));
  }

  private session(one: OfSession): HTMLElement {
    const { session, table, reason, rounds, line, standings } = one;
    const said = `${kindOf(one)}; ${REASONS[reason] ?? reason}; signed in line ${line} of the log.`;
    const vkey = this.ledger === null ? "" : (keys.of(this.ledger.name) ?? "");
    const check = rounds > 0 && element("p", { class: "check" }, element("a", { href: checkLink(session, 1, vkey), "aria-label": `Check the first round of session ${session}` }, "Check its first round"));
    return element("article", { "data-key": `s${session}` }, element("h3", {}, named(table), element("small", {}, ` session ${session}`)), element("p", { class: "hint" }, said), places("Standings", standings), check);
  }

  private form(sessions: readonly OfSession[]): Part[] {
    const send = (event: Event): void => {
      event.preventDefault();
      void this.sign();
    };
    const boxes = sessions.map((one) => element("p", { "data-key": String(one.session) }, element("label", {}, element("input", { type: "checkbox", name: "session", value: one.session }), " ", named(one.table), ` (session ${one.session}): ${kindOf(one)}`, ...early(one))));
    const hint = element("p", { class: "hint" }, "A person plays in one session of a tournament: heats and a final are tournaments of their own.");
    return [
      element(
        "form",
        { class: "new", onsubmit: send, novalidate: true, "data-key": "sign" },
        field("Name of the tournament", element("input", { id: "tournament-name", type: "text", maxlength: 32, autocomplete: "off" })),
        element("fieldset", {}, element("legend", {}, "Sessions that it ranks"), hint, ...boxes),
        element("p", { class: "refused", role: "alert", "data-key": "fault" }, this.fault),
        element("button", { type: "submit", "aria-disabled": this.isBusy ? "true" : null }, "Sign the standings"),
        element("p", { class: "signed", role: "status", "data-key": "signed" }, ...this.confirmation()),
      ),
    ];
  }

  private confirmation(): Part[] {
    if (this.signed === null) return [];
    const { name, line } = this.signed;
    return line === null ? ["Signed: ", named(name), "."] : [`Signed as line ${line} of the log: `, element("a", { href: `#line-${line}` }, named(name)), "."];
  }

  private tell(fault: string): void {
    this.fault = fault;
    this.render();
  }

  private async sign(): Promise<void> {
    if (this.isBusy) return;
    const boxes = Array.from(document.querySelectorAll<HTMLInputElement>("input[name=session]:checked"));
    const checked = boxes.map(({ value }) => Number(value));
    const name = tidied(byId<HTMLInputElement>("tournament-name").value);
    this.signed = null;
    this.fault = name === "" ? "Give the tournament a name." : checked.length === 0 ? "Choose the sessions that it ranks." : "";
    if (this.fault === "") {
      this.isBusy = true;
      try {
        await ask("/v1/tournaments", { method: "POST", token: operator.token(), body: { name, sessions: checked }, key: newKey(), trouble: (told) => this.tell(told) });
        byId<HTMLInputElement>("tournament-name").value = "";
        for (const box of boxes) box.checked = false;
        await this.look();
        this.signed = { name, line: this.standings?.tournaments.find((one) => one.name === name)?.line ?? null };
      } catch (error) {
        this.fault = words(error);
      }
      this.isBusy = false;
    }
    this.render();
    if (this.signed !== null) document.querySelector<HTMLElement>(".signed a")?.focus();
  }
}

/** What a session was. */
function kindOf({ profile, rounds }: OfSession): string {
  return `${profile}; ${rounds === 0 ? "no round" : rounds === 1 ? "1 round" : `${rounds} rounds`}`;
}

/** Why it ended, unless it was played to its end: nobody should rank one unawares. */
function early({ reason }: OfSession): Part[] {
  return reason === "rounds" ? [] : ["; ", element("strong", {}, REASONS[reason] ?? reason)];
}

/** The tables of sessions by name; of two that go by the same name, with the session's number. */
function tablesOf(numbers: readonly number[], known: readonly OfSession[]): ReadonlyMap<number, string> {
  const ranked = known.filter(({ session }) => numbers.includes(session));
  const isAlone = (table: string): boolean => ranked.filter((one) => one.table === table).length === 1;
  return new Map(ranked.map(({ session, table }) => [session, isAlone(table) ? table : `${table} (session ${session})`]));
}

arrived();
void new StandingsPage().look();
