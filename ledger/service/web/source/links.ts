/** The links by which players come to their seats: told once by the service, kept in the director's tab. */

import { button, element } from "./elements.ts";
import { operator } from "./kept.ts";

/** The link of a seat: what stands behind `#` is never sent to a server. */
export function seatLink(table: string, token: string, vkey: string): string {
  return `${location.origin}/tables/${table}#token=${token}${vkey === "" ? "" : `&vkey=${vkey}`}`;
}

/** What a link's fragment gives. A plus sign is itself: verifier keys are full of them. */
export function readFragment(fragment: string): ReadonlyMap<string, string> {
  const parts = fragment.replace(/^#/, "").split("&").map((part) => part.split("="));
  return new Map(parts.map(([name = "", ...value]) => [name, value.join("=")] as const));
}

/** A list of the links of a table's players, each to be copied; null where this tab has none. */
export function linksOf(table: string): HTMLElement | null {
  const links = Object.entries(operator.links(table));
  if (links.length === 0) return null;
  const rows = links.map(([name, link]) => {
    const text = element("input", { type: "text", class: "code", readonly: true, value: link, "aria-label": `The link of ${name}` });
    return element("li", {}, element("bdi", {}, name), text, button("Copy", (event) => copy(event.currentTarget as HTMLElement, link), { class: "quiet", "aria-label": `Copy the link of ${name}` }));
  });
  return element("div", { class: "links" }, element("h3", {}, "Links for the players"), element("p", { class: "hint" }, "Give each their own: whoever has it plays that seat. They are told only once, and kept in this tab alone: copy them before you close it."), element("ul", {}, ...rows));
}

/** Copy a text; where the browser lets nobody do so (no HTTPS), select it for the hand to copy. */
async function copy(pressed: HTMLElement, text: string): Promise<void> {
  const shown = pressed.parentElement?.querySelector("input");
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    shown?.select();
    pressed.textContent = document.execCommand("copy") ? "Copied" : "Selected";
  }
}
