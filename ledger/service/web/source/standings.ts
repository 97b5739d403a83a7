/** How sessions and tournaments ended; the director signs a tournament here. */

import { ask, newKey, words } from "./api.ts";
import { tokenForm } from "./director.ts";
import { arrived, byId, element, field, named, settle, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import { places } from "./results.ts";
import { tidied } from "./typed.ts";
import type { Standings } from "./views.ts";

const REASONS: Readonly<Record<string, string>> = { rounds: "all rounds played", players: "nobody left to stake", seeds: "the sealed shoes used up", stopped: "stopped by the director" };
type OfSession = Standings["sessions"][number];

class StandingsPage {
  private standings: Standings | null = null;
  private fault = "";
  private tokenFault = "";

  async look(): Promise<void> {
    try {
      this.standings = await ask<Standings>("/v1/standings", { trouble: (told) => (byId("status").textContent = told) });
      byId("status").textContent = "";
    } catch (error) {
      byId("status").textContent = words(error);
    }
    this.render();
  }

  private render(): void {
    const { sessions = [], tournaments = [] } = this.standings ?? {};
    const none = (what: string): Part[] => (this.standings === null ? [] : [element("p", {}, what)]);
    settle(byId("tournaments"), ...(tournaments.length === 0 ? none("No tournament is ranked yet.") : tournaments.map((one) => this.tournament(one))));
    settle(byId("sessions"), ...(sessions.length === 0 ? none("No session is closed yet.") : sessions.map((one) => this.session(one))));
    const changed = (fault: string): void => {
      this.tokenFault = fault;
      this.render();
    };
    settle(byId("direct"), element("h2", {}, "The director"), ...tokenForm(this.tokenFault, changed), ...(operator.token() === null ? [] : this.form(sessions)));
  }

  private tournament({ name, sessions, line, standings }: Standings["tournaments"][number]): HTMLElement {
    return element("article", { "data-key": `t${line}` }, element("h3", {}, named(name)), element("p", { class: "hint" }, `Over ${sessions.length === 1 ? "session" : "sessions"} ${sessions.join(", ")}; signed in line ${line} of the log.`), places("Standings", standings));
  }

  private session({ session, table, profile, reason, line, standings }: OfSession): HTMLElement {
    const said = `${profile}; ${REASONS[reason] ?? reason}; signed in line ${line} of the log.`;
    return element("article", { "data-key": `s${session}` }, element("h3", {}, named(table), element("small", {}, ` session ${session}`)), element("p", { class: "hint" }, said), places("Standings", standings));
  }

  private form(sessions: readonly OfSession[]): Part[] {
    const send = (event: Event): void => {
      event.preventDefault();
      void this.sign();
    };
    const boxes = sessions.map(({ session, table }) => element("p", { "data-key": String(session) }, element("label", {}, element("input", { type: "checkbox", name: "session", value: session }), " ", named(table), ` (session ${session})`)));
    return [
      element(
        "form",
        { class: "new", onsubmit: send, novalidate: true, "data-key": "sign" },
        field("Name of the tournament", element("input", { id: "tournament-name", type: "text", maxlength: 32, autocomplete: "off" })),
        element("fieldset", {}, element("legend", {}, "Sessions that it ranks"), ...boxes),
        element("p", { class: "refused", role: "alert", "data-key": "fault" }, this.fault),
        element("button", { type: "submit" }, "Sign the standings"),
      ),
    ];
  }

  private tell(fault: string): void {
    this.fault = fault;
    this.render();
  }

  private async sign(): Promise<void> {
    const checked = Array.from(document.querySelectorAll<HTMLInputElement>("input[name=session]:checked"), ({ value }) => Number(value));
    const name = tidied(byId<HTMLInputElement>("tournament-name").value);
    this.fault = name === "" ? "Give the tournament a name." : checked.length === 0 ? "Choose the sessions that it ranks." : "";
    if (this.fault === "") {
      try {
        await ask("/v1/tournaments", { method: "POST", token: operator.token(), body: { name, sessions: checked }, key: newKey(), trouble: (told) => this.tell(told) });
        await this.look();
      } catch (error) {
        this.fault = words(error);
      }
    }
    this.render();
  }
}

arrived();
void new StandingsPage().look();
