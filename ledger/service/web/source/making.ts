/** The director's form for a new table. */

import { ask, newKey, words } from "./api.ts";
import { button, byId, element, field, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import { linksOf, seatLink } from "./links.ts";
import { Refused } from "./refused.ts";
import { tidied } from "./typed.ts";
import type { Gathered, Ledger, RulesShort } from "./views.ts";

interface Row {
  readonly id: number;
}

export class NewTableForm {
  private rules: readonly RulesShort[] = [];
  private rows: Row[] = [{ id: 1 }];
  private made: { readonly table: string; readonly name: string } | null = null;
  private fault = "";
  private isBusy = false;
  private isLearning = false;
  private rowsMade = 1;

  constructor(
    private readonly render: () => void,
    private readonly changed: () => void,
  ) {}

  parts(): Part[] {
    if (this.rules.length === 0) void this.learn();
    const links = this.made && linksOf(this.made.table);
    return [
      this.made && element("div", { class: "made", role: "status", "data-key": "made" }, element("p", {}, element("a", { href: `/tables/${this.made.table}` }, element("bdi", {}, this.made.name)), " is made. Give out the links, if there are any, and open the table on its page once everybody is there."), links),
      element("details", { "data-key": "new" }, element("summary", {}, "A new table"), this.form()),
    ];
  }

  private async learn(): Promise<void> {
    if (this.isLearning) return;
    this.isLearning = true;
    try {
      this.rules = (await ask<{ rules: RulesShort[] }>("/v1/rules", { trouble: (told) => this.tell(told) })).rules;
      this.tell("");
    } catch (error) {
      this.tell(words(error)); // the next time that the lobby looks they are asked for again
    }
    this.isLearning = false;
  }

  private form(): HTMLElement {
    const send = (event: Event): void => {
      event.preventDefault();
      void this.make();
    };
    const number = (id: string, label: string, least: number, value: number | "", hint = ""): HTMLElement =>
      field(label, element("input", { id, type: "number", inputmode: "numeric", min: least, value }), hint);
    const rules = element("select", { id: "rules" }, ...this.rules.map(({ name, title, seats }) => element("option", { value: name, "data-key": name }, `${name}: ${title} (${seats} seats)`)));
    const director = element("input", { id: "answers", type: "checkbox" });
    return element(
      "form",
      { class: "new", onsubmit: send, novalidate: true },
      field("Name", element("input", { id: "table-name", type: "text", maxlength: 32, autocomplete: "off" }), "Empty: it is numbered."),
      field("Rules", rules),
      number("rounds", "Rounds", 1, "", "Empty: as the rules have it."),
      number("stack", "Stack", 1, "", "Empty: as the rules have it."),
      element("fieldset", {}, element("legend", {}, "Who sits there from the start"), ...this.rows.map((row) => this.player(row)), button("One more", () => this.more(), { class: "quiet", "data-key": "more" })),
      number("places", "Free seats", 0, 0, "Anybody may take these in the lobby."),
      number("answer-seconds", "Seconds to answer", 1, 60, "Empty: as long as they like; you go on without whoever does not answer."),
      number("pause-seconds", "Seconds between rounds", 0, 5, "Empty: you begin each round. 0: at once."),
      element("p", { class: "field check" }, element("label", {}, director, " I answer for the table: errors of the deal, and what the house is asked")),
      element("p", { class: "refused", role: "alert", "data-key": "fault" }, this.fault),
      element("button", { type: "submit", "aria-disabled": this.isBusy ? "true" : null }, "Make the table"),
    );
  }

  private player({ id }: Row): HTMLElement {
    const plays = element("select", { id: `plays-${id}`, "aria-label": "Plays" }, ...["person", "basic", "s17", "seed", "mimic", "stand", "random"].map((one) => element("option", { value: one }, one === "person" ? "a person" : `bot ${one}`)));
    const name = element("input", { id: `player-${id}`, type: "text", maxlength: 32, autocomplete: "off", "aria-label": "Name of a player", placeholder: "Name" });
    const remove = button("Remove", () => this.less(id), { class: "quiet" });
    return element("p", { class: "player", "data-key": `player-${id}` }, name, plays, remove);
  }

  private more(): void {
    this.rowsMade += 1;
    this.rows.push({ id: this.rowsMade });
    this.render();
    byId(`player-${this.rowsMade}`).focus();
  }

  private less(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id);
    this.render();
  }

  private async make(): Promise<void> {
    if (this.isBusy) return;
    [this.isBusy, this.fault] = [true, ""];
    try {
      const trouble = (told: string): void => this.tell(told);
      const order = this.order();
      const { vkey } = await ask<Ledger>("/v1/ledger", { trouble }); // first: without it there are no links, and the tokens are told once
      const made = await ask<Gathered>("/v1/tables", { method: "POST", token: operator.token(), body: order, key: newKey(), trouble });
      operator.keepLinks(made.table.table, Object.fromEntries(made.tokens.map(({ name, token }) => [name, seatLink(made.table.table, token, vkey)])));
      this.made = { table: made.table.table, name: made.table.name };
      this.clear();
      this.changed();
    } catch (error) {
      this.fault = words(error);
    }
    this.isBusy = false;
    this.render();
    if (this.fault === "") document.querySelector<HTMLElement>(".made a")?.focus(); // it stands above the form, maybe out of sight
  }

  /** Whoever presses again makes no twin of the table. */
  private clear(): void {
    byId<HTMLInputElement>("table-name").value = "";
    byId<HTMLInputElement>("places").value = "0";
    this.rowsMade += 1;
    this.rows = [{ id: this.rowsMade }];
  }

  private tell(fault: string): void {
    this.fault = fault;
    this.render();
  }

  private order(): unknown {
    const text = (id: string): string => tidied(byId<HTMLInputElement>(id).value);
    const number = (id: string): number | null => {
      if (!/^[0-9]{0,13}$/.test(text(id))) throw new Refused("Amounts and seconds are whole numbers.");
      return text(id) === "" ? null : Number(text(id));
    };
    const players = this.rows.map(({ id }) => ({ name: text(`player-${id}`), boxes: null, plays: text(`plays-${id}`) })).filter(({ name }) => name !== "");
    const places = number("places") ?? 0;
    if (players.length === 0 && places === 0) throw new Refused("Name somebody, or leave free seats.");
    return {
      name: text("table-name") || null, rules: text("rules"), rounds: number("rounds"), stack: number("stack"), players, places,
      director: byId<HTMLInputElement>("answers").checked, answer_seconds: number("answer-seconds"), pause_seconds: number("pause-seconds"),
    };
  }
}
