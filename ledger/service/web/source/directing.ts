/** What the director does at a table: open it, sign the seats, begin rounds, see to somebody, break a round off, close. */

import { ask, newKey, words } from "./api.ts";
import { button, byId, element, field, settle, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import { linksOf } from "./links.ts";
import { peopleOf } from "./people.ts";
import { Presence } from "./presence.ts";
import { textFault, tidied } from "./typed.ts";
import type { View } from "./views.ts";

/** What would be done twice, if it were asked for again. */
const KEYED = ["default"];

const LONGEST_REASON = 500;
const CUT_SHORT = "A session that is cut short is reported by every audit, for good: nobody can tell whether it was for the cards to come. To end without that, let it end after a round.";
const NEVER_REVEALED = "Every audit will report, for good, that the entropies of this session were never revealed: nobody can tell whether it was dropped for its cards.";

export class Directing {
  private readonly place = byId("direct");
  private readonly presence: Presence;
  private fault = "";
  private isBusy = false;
  private view: View | null = null;

  constructor(
    private readonly path: string,
    private readonly see: (view: View) => void,
  ) {
    this.presence = new Presence(path, () => this.view && this.show(this.view));
  }

  show(view: View): void {
    this.view = view;
    if (view.you.role === "operator" && view.state !== "closed") this.presence.look();
    settle(this.place, ...(view.you.role === "operator" ? this.parts(view) : []));
  }

  private parts(view: View): Part[] {
    const fault = element("p", { class: "refused", role: "alert" }, this.fault);
    return [element("h2", {}, "The director"), fault, element("p", { class: "buttons", "data-key": "buttons" }, ...this.next(view)), view.state !== "closed" && this.presence.parts(view), view.state !== "closed" && linksOf(view.table), peopleOf(view, (what, body) => this.post(what, body), (given) => this.refuse(given)), ...this.ends(view)];
  }

  /** What is to be done next. */
  private next(view: View): Part[] {
    const people = view.seats.length;
    if (view.state === "gathering") return [this.act("Open the table", "open", people === 0), people === 0 && element("span", { class: "hint" }, "Somebody must sit here first.")];
    if (view.state === "hashes") return [this.act("Sign the seats now", "seat"), element("span", { class: "hint" }, "Whoever has given no hash then sits with the house’s entropy.")];
    if (view.state === "reveals") return [element("span", { class: "hint" }, "Who is waited for opens the table’s page in the browser that gave the hash. Whoever cannot holds the table up: then close it, and let the others sit down again without them.")];
    if (view.state === "closed") return [element("a", { href: "/standings" }, "Rank it in a tournament"), element("a", { href: "/" }, "Make another table")];
    if (view.due !== null) return [this.act(`Begin round ${view.due.round}`, "next")];
    return [];
  }

  private ends(view: View): Part[] {
    if (view.state === "closed") return [];
    const inPlay = view.round !== null;
    return [
      inPlay && this.because("void", "Break this round off", "All stakes come back, and play goes on. It stands in the ledger as void, with this reason."),
      view.state === "playing" && this.finish(view),
      inPlay ? this.because("close", "Close the table at once", `The round is void with this reason. ${CUT_SHORT}`) : this.close(view),
    ];
  }

  private finish(view: View): HTMLElement {
    const isOver = view.seats.every(({ playing, leaving }) => leaving || !playing);
    const label = view.due === null ? "End after this round" : "End the session now";
    const words = isOver ? "Everybody gets up, and the session ends." : "Everybody gets up, bots too, and the session ends by the rules.";
    return element("details", { "data-key": "finish" }, element("summary", {}, label), element("p", { class: "hint" }, words), element("p", { class: "buttons" }, this.act(label, "finish", isOver)));
  }

  private close(view: View): HTMLElement {
    const hint = { gathering: "Nothing of it stands in the ledger yet.", reveals: NEVER_REVEALED }[view.state as string] ?? CUT_SHORT;
    const press = button("Close the table", () => this.post("close", { reason: "Closed by the director" }), { class: "grave", "data-act": "close" });
    return element("details", { "data-key": "close" }, element("summary", {}, "Close the table"), element("p", { class: "hint" }, hint), element("p", { class: "buttons" }, press));
  }

  private act(label: string, what: string, cannot = false): HTMLElement {
    return button(label, () => !cannot && this.post(what), { "data-act": what, "aria-disabled": cannot || this.isBusy ? "true" : null });
  }

  private because(what: string, label: string, hint: string): HTMLElement {
    const send = (event: Event): void => {
      event.preventDefault();
      const reason = tidied(byId<HTMLInputElement>(`why-${what}`).value);
      const wrong = textFault(reason, LONGEST_REASON, "Give a reason: it stands in the ledger.");
      if (wrong !== "") this.refuse(wrong);
      else void this.post(what, { reason });
    };
    const why = element("input", { id: `why-${what}`, type: "text", maxlength: LONGEST_REASON, autocomplete: "off", required: true });
    const form = element("form", { class: "line", onsubmit: send, novalidate: true }, field("Why", why, hint), element("button", { type: "submit", class: "grave", "data-act": what }, label));
    return element("details", { "data-key": what }, element("summary", {}, label), form);
  }

  private refuse(fault: string): void {
    this.fault = fault;
    if (this.view) this.show(this.view);
  }

  private async post(what: string, body?: unknown): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    let fault = "";
    const trouble = (told: string): void => this.refuse(told);
    try {
      this.see(await ask<View>(`${this.path}/${what}`, { method: "POST", token: operator.token(), body, trouble, ...(KEYED.includes(what) ? { key: newKey() } : {}) }));
    } catch (error) {
      fault = words(error);
    }
    this.isBusy = false;
    this.refuse(fault);
  }
}
