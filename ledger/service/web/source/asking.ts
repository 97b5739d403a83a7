/** The panel in which a person answers: buttons, an amount where one is due, and letters of the keyboard. */

import { heading } from "./about.ts";
import { amountFault, choices, type Choice } from "./acts.ts";
import { byId, element, settle } from "./elements.ts";
import { letters } from "./kept.ts";
import { LONGEST_RULING, question, type Around } from "./question.ts";
import { textFault, tidied } from "./typed.ts";
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

  private render(): void {
    const view = this.view;
    this.place.setAttribute("aria-busy", String(this.isSending));
    this.place.setAttribute("data-phase", this.phase);
    const [first] = this.yours;
    if (view === null || first === undefined) return settle(this.place);
    const around: Around = {
      view, phase: this.phase, several: this.yours.length > 1, isSending: this.isSending, hasLetters: letters.areOn(), lastStake: this.lastStake,
      answer: (own, act) => this.answer(own, act), submit: (own, choice, typed) => this.submit(own, choice, typed),
    };
    settle(
      this.place,
      element("h2", {}, heading(this.phase, first)),
      element("p", { class: "refused", role: "alert" }, this.fault),
      element("div", { class: "questions" }, ...this.yours.map((own, at) => question(own, at, around))),
      this.yours.some((own) => choices(this.phase, own).length > 1) && this.keysSwitch(),
    );
  }

  private submit(own: Own, choice: Choice, typed: string): void {
    const given = tidied(typed);
    const fault = choice.wants === "amount" ? amountFault(given, own) : textFault(given, LONGEST_RULING, "Write what the ruling is.");
    if (fault !== "") return this.refuse(fault);
    if (choice.act === "bet") this.lastStake = Number(given);
    this.answer(own, `${choice.act} ${given}`);
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
    const chosen = choices(this.phase, own).find((choice) => (event.key === "Enter" ? choice.takesEnter && this.isFree(target) : choice.letter === event.key.toLowerCase()));
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
