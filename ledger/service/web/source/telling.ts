/** The list of what happened, to which each event is added as it comes: screen readers say what is new. */

import { byId, element } from "./elements.ts";
import { Names } from "./names.ts";
import type { Rules } from "./points.ts";
import { tell } from "./told.ts";
import type { View } from "./views.ts";

const MOST = 60;

export class Telling {
  private readonly list = byId("told");
  private told = { round: 0, events: 0 };

  /** Tell the events that have not been told yet. */
  show(view: View, rules: Rules): void {
    for (const one of [view.last, view.round]) if (one !== null) this.round(view, one, rules);
    while (this.list.childElementCount > MOST) this.list.firstElementChild?.remove();
    byId("happened").hidden = this.list.childElementCount === 0;
  }

  private round(view: View, { round, log, banker }: NonNullable<View["round"]>, rules: Rules): void {
    const after = round === this.told.round ? this.told.events : round > this.told.round ? 0 : log.length;
    if (after >= log.length) return;
    const lines = tell(log, after, new Names(view, banker), rules);
    if (after === 0) this.list.append(element("li", { class: "round" }, `Round ${round}`));
    this.list.append(...lines.map((line) => element("li", {}, line)));
    this.told = { round, events: log.length };
    this.list.scrollTop = this.list.scrollHeight;
  }
}
