/** Cards as the style sheet draws them. */

import { element } from "./elements.ts";
import { cardName, rankOf, suitOf } from "./points.ts";
import type { Card } from "./round.ts";

function drawn({ face, down }: Card): HTMLElement {
  const unseen = face === "xx";
  const kinds = ["card", "DH".includes(face[1] ?? "x") && "red", down && "down", unseen && "unseen"].filter(Boolean);
  const card = element("span", { class: kinds.join(" "), role: "img", "aria-label": `${cardName(face)}${down && !unseen ? ", face down" : ""}` });
  if (unseen) return card;
  const index = element("span", { class: "index", "aria-hidden": "true" }, element("b", {}, rankOf(face)), element("i", {}, suitOf(face)));
  card.append(index, element("span", { class: "pip", "aria-hidden": "true" }, suitOf(face)));
  return card;
}

/** Cards side by side, or as a fan where they are large. */
export function fan(cards: readonly Card[], size: "" | "large" = ""): HTMLElement {
  return element("span", { class: `cards ${size}`.trim() }, ...cards.map(drawn));
}
