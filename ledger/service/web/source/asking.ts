/** The panel in which a person answers: buttons, an amount where one is due, and letters of the keyboard. */

import { ABOUT, amountFault, chips, choices, type Choice } from "./acts.ts";
import { fan } from "./cards.ts";
import { button, byId, element, field, settle, type Part } from "./elements.ts";
import { letters } from "./kept.ts";
import type { Own, View } from "./views.ts";

/** A key that is pressed twice by mistake must not answer the next question, too. */
const BREATH = 300;

export interface Answerer {
  readonly answer: (own: Own, act: string) => void;
}

export class Asking {
  private readonly place = byId("asking");
  private hashes = "";
  private since = 0;
  private view: View | null = null;
  private lastStake: number | null = null;
  private fault = "";
  /** The hash of the question whose answer is on its way. */
  private sent = "";

  constructor(private readonly answerer: Answerer) {
    document.addEventListener("keydown", (event) => this.press(event));
  }

  show(view: View): void {
    const before = this.hashes;
    this.view = view;
    this.hashes = this.yours.map((own) => own.hash).join();
    const isNew = this.hashes !== before;
    if (isNew) Object.assign(this, { since: performance.now(), fault: "" });
    const hadFocus = this.place.contains(document.activeElement) || document.activeElement === document.body || document.activeElement === null;
    this.render();
    if (isNew && this.hashes !== "" && hadFocus) this.focus();
  }

  /** Nothing can be answered while an answer is on its way. */
  sending(own: Own): void {
    [this.sent, this.fault] = [own.hash, ""];
    this.render();
  }

  /** The answer has arrived, or was refused with a sentence; meanwhile another may be on its way. */
  done(own: Own, fault = ""): void {
    if (this.sent === own.hash) this.sent = "";
    if (this.hashes.includes(own.hash)) this.fault = fault;
    this.render();
  }

  private refuse(fault: string): void {
    this.fault = fault;
    this.render();
  }

  private get isSending(): boolean {
    return this.sent !== "" && this.hashes.includes(this.sent);
  }

  private get yours(): readonly Own[] {
    return this.view?.question?.yours ?? [];
  }

  private get phase(): string {
    return this.view?.question?.phase ?? "";
  }

  private choices(own: Own): Choice[] {
    return choices(this.phase, own);
  }

  private render(): void {
    const view = this.view;
    this.place.setAttribute("aria-busy", String(this.isSending));
    if (view === null || this.yours.length === 0) return settle(this.place);
    settle(
      this.place,
      element("h2", {}, ABOUT[this.phase] ?? "You are asked"),
      element("p", { class: "refused", role: "alert" }, this.fault),
      ...this.yours.map((own, at) => this.question(own, at)),
      this.yours.some((own) => this.choices(own).length > 1) && this.keysSwitch(),
    );
  }

  private question(own: Own, at: number): HTMLElement {
    const all = this.choices(own);
    const amount = all.find((choice) => choice.wants !== "");
    const plain = all.filter((choice) => choice.wants === "");
    const parts: Part[] = [this.hand(own)];
    if (amount) parts.push(this.amountForm(own, amount, at));
    parts.push(element("div", { class: "acts" }, ...plain.map((choice) => this.act(own, choice, at))));
    return element("div", { class: "question", role: "group", "aria-label": this.heading(own), "data-key": own.hash }, ...parts);
  }

  private heading(own: Own): string {
    const [path = ""] = own.hand.split("/");
    if (path === "D") return "The banker’s hand";
    if (path.startsWith("s")) return "You";
    return path.includes(".") ? `Hand ${path}` : `Box ${path}`;
  }

  private hand(own: Own): HTMLElement | null {
    const several = this.yours.length > 1 || own.hand.includes(".") || own.hand.includes("/");
    if (own.cards.length === 0) return several ? element("h3", {}, this.heading(own)) : null;
    const total = own.total === null ? "" : ` ${own.soft ? "soft " : ""}${own.total}`;
    const against = own.upcard !== null && own.hand !== "D" && [" against ", fan([{ face: own.upcard, down: false }])];
    const cards = fan(own.cards.map((face) => ({ face, down: false })));
    return element("p", { class: "held" }, several && `${this.heading(own)}: `, cards, total, ...(against || []));
  }

  private act(own: Own, choice: Choice, at: number): HTMLButtonElement {
    const enters = choice.takesEnter ? " ⏎" : "";
    const hint = at === 0 && letters.areOn() && choice.letter !== "" && element("kbd", { "aria-hidden": "true" }, choice.letter.toUpperCase() + enters);
    const isFirst = choice.act === "hit" || this.choices(own)[0]?.act === choice.act;
    const attributes = { class: isFirst ? "" : "quiet", "data-act": choice.act, "aria-keyshortcuts": at === 0 && letters.areOn() ? choice.letter : null, "aria-disabled": this.isSending ? "true" : null };
    return button([choice.label, hint], () => this.answer(own, choice.act), attributes);
  }

  private amountForm(own: Own, choice: Choice, at: number): HTMLElement {
    const id = `amount-${at}`;
    const isText = choice.wants === "words";
    const start = this.lastStake !== null && amountFault(String(this.lastStake), own) === "" ? this.lastStake : own.least;
    const input = element("input", {
      id, class: "amount", "data-key": `${own.hash}-${choice.act}`, autocomplete: "off",
      ...(isText ? { type: "text", maxlength: 500 } : { type: "number", inputmode: "numeric", min: own.least, max: own.most, step: own.step, value: start }),
    });
    const set = (amount: number): void => {
      const now = byId<HTMLInputElement>(id);
      now.value = String(amount);
      now.focus();
    };
    const quick = isText ? [] : chips(own, this.lastStake).map((amount) => button(String(amount), () => set(amount), { class: "chip quiet", "aria-label": `Set ${amount}` }));
    const steps = own.step > 1 ? `, in steps of ${own.step}` : "";
    const hint = isText ? "As it is to stand in the ledger." : `From ${own.least} to ${own.most}${steps}.`;
    const send = (event: Event): void => {
      event.preventDefault();
      this.submit(own, choice, byId<HTMLInputElement>(id).value);
    };
    const submit = element("button", { type: "submit", "data-act": choice.act, "aria-disabled": this.isSending ? "true" : null }, choice.label);
    return element("form", { class: "amounts", onsubmit: send, novalidate: true, "data-key": `form-${own.hash}` }, field(choice.label, input, hint), quick.length > 0 && element("p", { class: "chips", role: "group", "aria-label": "Amounts" }, ...quick), submit);
  }

  private submit(own: Own, choice: Choice, typed: string): void {
    const fault = choice.wants === "amount" ? amountFault(typed, own) : typed.trim() === "" ? "Write what the ruling is." : "";
    if (fault !== "") return this.refuse(fault);
    if (choice.act === "bet") this.lastStake = Number(typed);
    this.answer(own, `${choice.act} ${typed.trim()}`);
  }

  private answer(own: Own, act: string): void {
    if (!this.isSending) this.answerer.answer(own, act);
  }

  private keysSwitch(): HTMLElement {
    const turn = (event: Event): void => {
      letters.turn((event.target as HTMLInputElement).checked);
      this.render();
    };
    const box = element("input", { type: "checkbox", onchange: turn, ...(letters.areOn() ? { checked: true } : {}) });
    return element("p", { class: "hint" }, element("label", {}, box, " Letters of the keyboard answer, too"));
  }

  /** A letter answers the first question, unless somebody is writing elsewhere. */
  private press(event: KeyboardEvent): void {
    const [own] = this.yours;
    const target = event.target as HTMLElement;
    const isWriting = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !(target as HTMLInputElement).matches("[type=number], [type=checkbox]");
    if (!own || !letters.areOn() || event.repeat || event.ctrlKey || event.altKey || event.metaKey || isWriting) return;
    const chosen = this.choices(own).find((choice) => (event.key === "Enter" ? choice.takesEnter && this.isFree(target) : choice.letter === event.key.toLowerCase()));
    if (!chosen || performance.now() - this.since < BREATH) return;
    event.preventDefault();
    if (chosen.wants === "") this.answer(own, chosen.act);
    else this.place.querySelector<HTMLInputElement>(".amount")?.focus();
  }

  /** Enter on a control does what the control does. */
  private isFree(target: HTMLElement): boolean {
    return target === this.place || target === document.body;
  }

  /** The field where an amount has to be given, otherwise the panel, where letters answer. */
  private focus(): void {
    const amount = ["stakes", "announce"].includes(this.phase) ? this.place.querySelector<HTMLInputElement>(".amount") : null;
    (amount ?? this.place).focus({ preventScroll: amount === null });
    amount?.select();
  }
}
