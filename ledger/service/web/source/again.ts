/** From one table to the next: the director lets the same people sit down anew, and each is shown the way. */

import { ask, newKey, Problem, words } from "./api.ts";
import { button, byId, element, named, settle, type Part } from "./elements.ts";
import { operator, seat } from "./kept.ts";
import { seatLink } from "./links.ts";
import type { Gathered, Ledger, NextSeat, View } from "./views.ts";

const EVERY = 2_000;

export class GoingOn {
  private readonly place = byId("again");
  private fault = "";
  private isBusy = false;
  private view: View | null = null;
  private looksAgain = false;

  constructor(
    private readonly path: string,
    private readonly token: () => string | null,
    private readonly see: (view: View) => void,
  ) {}

  show(view: View): void {
    this.view = view;
    settle(this.place, ...(view.state === "closed" ? this.parts(view) : []));
    if (view.state === "closed" && view.next === null) void this.lookAgain();
  }

  private parts(view: View): Part[] {
    const fault = element("p", { class: "refused", role: "alert" }, this.fault);
    if (view.next === null) return view.you.role === "operator" ? [this.form(view), fault] : [fault];
    const way = view.you.role === "seat" ? button("Go on at the next table", () => this.follow()) : element("a", { href: `/tables/${view.next}` }, "To the next table of the same people");
    return [element("p", { class: "buttons", "data-key": "way" }, way), fault];
  }

  private form(view: View): HTMLElement {
    const send = (event: Event): void => {
      event.preventDefault();
      const without = view.seats.filter(({ seat: number }) => !byId<HTMLInputElement>(`again-${number}`).checked).map(({ name }) => name);
      void this.make(without);
    };
    const who = view.seats.map((one) => element("p", { class: "check", "data-key": String(one.seat) }, element("label", {}, element("input", { id: `again-${one.seat}`, type: "checkbox", checked: true }), " ", named(one.name))));
    const hint = element("p", { class: "hint" }, "A new table with the same rules and times. Whoever has this page open goes on there without a new link.");
    return element("details", { "data-key": "again" }, element("summary", {}, "The same people again"), element("form", { onsubmit: send, novalidate: true }, hint, ...who, element("button", { type: "submit", "data-act": "again", "aria-disabled": this.isBusy ? "true" : null }, "Make the next table")));
  }

  private make(without: readonly string[]): Promise<void> {
    return this.attempt(async () => {
      const { vkey } = await ask<Ledger>("/v1/ledger", { trouble: (told) => this.tell(told) }); // first: the tokens are told once
      const made = await ask<Gathered>(`${this.path}/again`, { method: "POST", token: operator.token(), body: { without }, key: newKey(), trouble: (told) => this.tell(told) });
      operator.keepLinks(made.table.table, Object.fromEntries(made.tokens.map(({ name, token }) => [name, seatLink(made.table.table, token, vkey)])));
      location.assign(`/tables/${made.table.table}`);
    });
  }

  private follow(): Promise<void> {
    return this.attempt(async () => {
      const { table, token } = await ask<NextSeat>(`${this.path}/next`, { token: this.token(), trouble: (told) => this.tell(told) });
      seat.keep(table, token);
      location.assign(`/tables/${table}`);
    });
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    [this.isBusy, this.fault] = [true, ""];
    try {
      await work();
    } catch (error) {
      this.fault = words(error);
    }
    this.isBusy = false;
    this.tell(this.fault);
  }

  private tell(fault: string): void {
    this.fault = fault;
    if (this.view) this.show(this.view);
  }

  /** A closed table has no events any more: whether it was made again is asked for, until it was, or nobody can say. */
  private async lookAgain(): Promise<void> {
    if (this.looksAgain) return;
    this.looksAgain = true;
    while (this.view?.state === "closed" && this.view.next === null) {
      await new Promise((done) => setTimeout(done, EVERY));
      if (document.hidden) continue;
      try {
        const view = await ask<View>(this.path, { token: this.token(), still: () => false });
        if (view.next !== null) this.see(view);
      } catch (error) {
        if (error instanceof Problem && error.status < 429) return; // there is no such table any more; else it is asked for again
      }
    }
    this.looksAgain = false;
  }
}
