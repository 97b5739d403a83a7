/** The rules that a table is played by, in sentences, and what the table adds to them. */

import { element, type Part } from "./elements.ts";
import type { Session } from "./session.ts";
import type { View } from "./views.ts";

/** A part that opens: how long there is to answer, then the rules as somebody would explain them. */
export function rulesOfTable(view: View, { told, areOthersTold }: Session): Part {
  if (told === null) return null;
  const warning = areOthersTold && element("p", { class: "refused", role: "alert" }, "These are not the rules that were signed with this session: do not play on.");
  const parts = told.parts.map(({ title, lines }) => [element("h3", {}, title), element("ul", {}, ...lines.map(({ text, clauses }) => element("li", {}, text, clauses.length > 0 && element("small", { class: "quiet" }, ` ${clauses.join(" ")}`))))]);
  return element("details", { "data-key": "rules" }, element("summary", {}, `The rules: ${told.title}`), warning, element("ul", {}, ...times(view).map((words) => element("li", {}, words))), ...parts.flat());
}

function times(view: View): string[] {
  const answer = view.answer_seconds === null ? "Nothing sets you a time to answer; the director may go on without somebody who does not." : `Whoever is asked has ${seconds(view.answer_seconds)} to answer; then the answer that the rules provide is taken for them.`;
  const pause = view.pause_seconds === null ? "The director begins each round." : view.pause_seconds === 0 ? "Each round begins at once after the one before." : `Each round begins ${seconds(view.pause_seconds)} after the one before.`;
  return [answer, pause];
}

function seconds(count: number): string {
  return count === 1 ? "1 second" : `${count} seconds`;
}
