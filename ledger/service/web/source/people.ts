/** What the director does about one person: another link, going on without their answer, taking them out. */

import { ask, newKey, words } from "./api.ts";
import { button, element, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import { seatLink } from "./links.ts";
import type { Seat, View } from "./views.ts";

interface SeatToken {
  readonly token: string;
}

type Post = (what: string, body: unknown) => Promise<void>;

/** Who is taken out at the next press: the first one only asks. */
let isAsked = "";

/** A row for everybody who sits at a table, with what can be done about them now; of a bot that is to take it out. */
export function peopleOf(view: View, post: Post, changed: (fault: string) => void): Part {
  const rows = view.seats.map((seat) => row(view, seat, post, changed));
  if (view.state === "closed" || rows.length === 0) return null;
  const hint = "With a new link the one before is none any more. Whoever mixed entropy in, or signs their answers, and comes from another browser, needs the secret that they saved in the first one.";
  return element("details", { "data-key": "people" }, element("summary", {}, "Somebody lost their link, does not answer, or has to go"), element("p", { class: "hint" }, hint), element("ul", { class: "people" }, ...rows));
}

function row(view: View, { name, plays, seat, playing, leaving }: Seat, post: Post, changed: (fault: string) => void): HTMLElement {
  const question = view.question?.seats.includes(seat) ? view.question : null;
  const isPerson = plays === "person";
  const canGo = view.state === "gathering" || (view.state === "playing" && playing && !leaving);
  const act = (what: string, label: string, full: string, press: () => unknown): HTMLElement => button(label, press, { class: "quiet", "data-act": what, "aria-label": full });
  const takeOut = (): unknown => {
    if (isAsked === name) return post("remove", { name });
    isAsked = name;
    return changed("");
  };
  return element(
    "li",
    { "data-key": `person-${name}` },
    element("bdi", {}, name),
    isPerson && playing && act("tokens", "New link", `A new link for ${name}`, () => renewed(view, name, changed)),
    isPerson && question && view.answer_seconds === null && act("default", "Go on without their answer", `Go on without an answer of ${name}`, () => post("default", { name, version: question.version })),
    canGo && act("remove", isAsked === name ? "Take out: press again" : "Take out", isAsked === name ? `Take ${name} out: press again to do so` : `Take ${name} out`, takeOut),
    leaving && playing && element("span", { class: "hint" }, "gets up before the next round"),
    !playing && element("span", { class: "hint" }, "has left"),
  );
}

/** Ask for another token, and keep its link beside the others of this tab, where it is shown. */
async function renewed(view: View, name: string, changed: (fault: string) => void): Promise<void> {
  try {
    const { vkey } = await ask<{ readonly vkey: string }>("/v1/ledger", { trouble: changed }); // first: without it there is no link
    const { token } = await ask<SeatToken>(`/v1/tables/${view.table}/tokens`, { method: "POST", token: operator.token(), body: { name }, key: newKey(), trouble: changed });
    operator.keepLinks(view.table, { ...operator.links(view.table), [name]: seatLink(view.table, token, vkey) });
    changed("");
  } catch (error) {
    changed(words(error));
  }
}
