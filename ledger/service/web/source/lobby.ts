/** The lobby: the tables, and for the director what they need to make one. */

import { ask, words } from "./api.ts";
import { tokenForm } from "./director.ts";
import { arrived, byId, element, named, settle, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import { linksOf } from "./links.ts";
import { NewTableForm } from "./making.ts";
import { standing, stateWords } from "./standing.ts";
import type { RulesShort, Short, View } from "./views.ts";

const EVERY = 2_000;
/** So many tables are looked at closely, each time. */
const WATCHED = 24;

class Lobby {
  private tables: readonly Short[] | null = null;
  private titles: ReadonlyMap<string, string> | null = null;
  private readonly views = new Map<string, View>();
  private fault = "";
  private readonly making = new NewTableForm(() => this.render(), () => void this.look());

  open(): void {
    void this.go();
  }

  private async go(): Promise<void> {
    for (;;) {
      if (!document.hidden) await this.look();
      await new Promise((done) => setTimeout(done, EVERY));
    }
  }

  private async look(): Promise<void> {
    try {
      this.tables = (await ask<{ tables: Short[] }>("/v1/tables", { still: () => false })).tables;
      if (operator.token() !== null) await this.watch();
      this.titles ??= new Map((await ask<{ rules: RulesShort[] }>("/v1/rules", { still: () => false })).rules.map(({ name, title }) => [name, title]));
      this.say("");
    } catch (error) {
      this.say(words(error));
    }
    this.render();
  }

  /** The director sees of each open table whom it waits for. */
  private async watch(): Promise<void> {
    const open = (this.tables ?? []).filter(({ state }) => state !== "closed").slice(0, WATCHED);
    for (const { table } of open) this.views.set(table, await ask<View>(`/v1/tables/${table}`, { token: operator.token(), still: () => false }));
  }

  private say(words: string): void {
    if (byId("status").textContent !== words) byId("status").textContent = words;
  }

  private render(): void {
    const tables = this.tables ?? [];
    const open = tables.filter(({ state }) => state !== "closed");
    const closed = tables.filter(({ state }) => state === "closed").reverse();
    const none = this.tables !== null && element("p", {}, "No table is open now.");
    settle(byId("tables"), open.length === 0 ? none : this.list(open), closed.length > 0 && this.closed(closed));
    const directs = operator.token() !== null;
    settle(byId("director"), ...tokenForm(this.fault, (fault) => this.changed(fault)), ...(directs ? this.making.parts() : []));
  }

  private changed(fault: string): void {
    this.fault = fault;
    this.views.clear();
    this.render();
    void this.look();
  }

  private list(tables: readonly Short[]): HTMLElement {
    return element("ul", { class: "tables" }, ...tables.map((one) => element("li", { "data-key": one.table }, ...this.entry(one))));
  }

  private entry(one: Short): Part[] {
    const view = operator.token() === null ? undefined : this.views.get(one.table);
    const free = one.places > 0 ? `${one.places} free ${one.places === 1 ? "seat" : "seats"}` : "";
    const seated = `${one.taken} ${one.taken === 1 ? "player" : "players"}`;
    const where: Part[] = view ? standing(view, null) : [one.state === "playing" && one.round ? `Round ${one.round}` : stateWords(one.state)];
    const name = element("a", { href: `/tables/${one.table}` }, named(one.name));
    return [
      element("h3", {}, name, one.places > 0 && element("a", { class: "seat", href: `/tables/${one.table}`, "aria-label": `Take a seat at ${one.name}` }, "Take a seat")),
      element("p", {}, [this.titleOf(one), seated, free].filter(Boolean).join(" · ")),
      element("p", { class: "standing" }, ...where),
      linksOf(one.table) && element("details", { "data-key": "links" }, element("summary", {}, "Links for the players"), linksOf(one.table)),
    ];
  }

  /** The title of its rules, or their name where they are none of the service's own. */
  private titleOf({ profile }: Short): string {
    return this.titles?.get(profile) ?? profile;
  }

  private closed(tables: readonly Short[]): HTMLElement {
    const rows = tables.map((one) => element("li", { "data-key": one.table }, element("a", { href: `/tables/${one.table}` }, named(one.name)), ` ${this.titleOf(one)}`));
    return element("details", { "data-key": "closed" }, element("summary", {}, `${tables.length} closed`), element("ul", {}, ...rows));
  }
}

arrived();
new Lobby().open();
