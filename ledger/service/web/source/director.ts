/** Being the director: the operator's token, kept for this tab only. */

import { askText, words } from "./api.ts";
import { button, byId, element, field, type Part } from "./elements.ts";
import { operator } from "./kept.ts";

/** The form for the token, or what stands in its place once it is given; `changed` is called when it has been. */
export function tokenForm(fault: string, changed: (fault: string) => void): Part[] {
  if (operator.token() !== null) {
    const forget = (): void => {
      operator.keep(null);
      changed("");
      byId("direct-tables").focus();
    };
    return [element("p", { class: "buttons", "data-key": "forget" }, "You direct in this tab. ", button("Stop directing", forget, { id: "stop-directing", class: "quiet" }))];
  }
  const send = (event: Event): void => {
    event.preventDefault();
    void take(byId<HTMLInputElement>("operator-token").value.trim(), changed);
  };
  const input = element("input", { id: "operator-token", type: "password", autocomplete: "off", class: "code" });
  const form = element("form", { class: "line", onsubmit: send, novalidate: true }, field("The operator’s token", input, "From the file operator.token beside the service’s keys. It is kept in this tab only."), element("button", { type: "submit" }, "Direct"));
  return [element("details", { "data-key": "token", open: fault !== "" }, element("summary", { id: "direct-tables" }, "Direct tables"), form, element("p", { class: "refused", role: "alert" }, fault))];
}

/** Keep a token if the service knows it as the operator's. */
async function take(token: string, changed: (fault: string) => void): Promise<void> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return changed("A token has 43 letters, digits, - and _; paste all of it.");
  try {
    await askText("/metrics", { token, still: () => false }); // which only the operator may read
  } catch (error) {
    return changed(words(error));
  }
  operator.keep(token);
  changed("");
  byId("stop-directing").focus(); // the form that had the focus is gone
}
