/** Who sits at the table, and with what. */

import { element, named } from "./elements.ts";
import type { View } from "./views.ts";

/** Who sits here; where `playersBank` they have places, one each, and no boxes. */
export function seats(view: View, playersBank: boolean): (HTMLElement | null)[] {
  const heads = ["Player", playersBank ? "Place" : "Boxes", "Has", ""].map((head, at) => element("th", { scope: "col", class: at === 2 ? "n" : "" }, head));
  const rows = view.seats.map((one) => {
    const notes = [
      one.plays !== "person" && `bot ${one.plays}`, one.source === "own" && "own entropy", one.source === "house" && one.plays === "person" && "the house’s entropy", one.signs && "signs",
      one.leaving && one.playing && "gets up", !one.playing && "has left",
    ].filter(Boolean);
    const name = element("th", { scope: "row" }, named(one.name), one.seat === view.you.seat && " (you)");
    return element("tr", { "data-key": String(one.seat) }, name, element("td", {}, one.boxes.join(", ") || "–"), element("td", { class: "n" }, String(one.balance)), element("td", { class: "quiet" }, notes.join(", ")));
  });
  if (rows.length === 0) return [null];
  return [element("h2", {}, "Who sits here"), element("div", { class: "wide" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)))];
}
