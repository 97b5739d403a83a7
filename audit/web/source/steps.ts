/** The round step by step: a list of what happened, and the felt that follows it forth and back. */

import { fan } from "./cards.ts";
import { element } from "./elements.ts";
import { readEvent } from "./events.ts";
import { felt } from "./felt.ts";
import type { Step, Story } from "./story.ts";
import { Table } from "./table.ts";

/** Where the felt and the list go, and the buttons that move them. */
export interface Places {
  readonly felt: HTMLElement;
  readonly said: HTMLElement;
  readonly list: HTMLElement;
  readonly first: HTMLButtonElement;
  readonly back: HTMLButtonElement;
  readonly next: HTMLButtonElement;
  readonly last: HTMLButtonElement;
}

/** Show a story; the table lies as it did at the end until somebody goes elsewhere. */
export function showSteps(story: Story, places: Places): void {
  const stepper = new Stepper(story, places);
  places.list.replaceChildren(...phases(story, stepper));
  const end = story.steps.length;
  const moves: readonly [HTMLButtonElement, () => number][] = [[places.first, () => 0], [places.back, () => stepper.at - 1], [places.next, () => stepper.at + 1], [places.last, () => end]];
  for (const [button, to] of moves) button.onclick = () => stepper.go(to());
  stepper.go(end);
}

class Stepper {
  at = 0;
  readonly buttons: HTMLButtonElement[] = [];

  constructor(
    private readonly story: Story,
    private readonly places: Places,
  ) {}

  /** Lay the table as it was after so many steps. */
  go(to: number): void {
    const { steps } = this.story;
    this.at = Math.min(Math.max(to, 0), steps.length);
    const table = new Table({ ...this.story.rules });
    for (const step of steps.slice(0, this.at)) table.take(readEvent(step.event));
    this.places.felt.replaceChildren(...felt(this.story, table));
    const step = steps[this.at - 1];
    this.places.said.textContent = step ? `Step ${this.at} of ${steps.length}. ${step.text}` : `Before the first of ${steps.length} steps.`;
    this.buttons.forEach((button, place) => {
      if (place === this.at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    // A button that can do no more stays where it is: one that is disabled would lose the keyboard's focus.
    for (const button of [this.places.first, this.places.back]) button.setAttribute("aria-disabled", String(this.at === 0));
    for (const button of [this.places.next, this.places.last]) button.setAttribute("aria-disabled", String(this.at === steps.length));
  }
}

function phases(story: Story, stepper: Stepper): HTMLElement[] {
  const sections: HTMLElement[] = [];
  let [before, list] = ["", element("ol", { class: "steps" })];
  story.steps.forEach((step, at) => {
    if (step.phase !== before) {
      list = element("ol", { class: "steps", start: String(at + 1) });
      sections.push(element("section", { class: "phase" }, element("h3", {}, step.phase), list));
      before = step.phase;
    }
    list.append(row(step, at, stepper));
  });
  return sections;
}

function row(step: Step, at: number, stepper: Stepper): HTMLElement {
  const button = element("button", { type: "button", "aria-label": `Lay the table after step ${at + 1}, ${step.event}` }, element("code", {}, step.event));
  button.onclick = () => stepper.go(at + 1);
  stepper.buttons.push(button);
  const from = step.card ? [element("small", {}, `card ${step.card.place} of shoe ${step.card.shoe}`)] : [];
  const told = element("div", { class: "told" }, element("p", {}, step.text), ...(step.signer === "" ? [] : [element("p", { class: "signer" }, "Signed by ", element("bdi", {}, step.signer))]));
  const lying = element("p", { class: "lying" }, ...(step.lying.length > 0 ? [fan(step.lying)] : []));
  return element("li", {}, element("p", { class: "event" }, button, ...from), told, lying);
}
