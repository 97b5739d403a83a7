/**
 * Elements made of text, and put in the place of those before: what a stranger wrote becomes text nodes and nothing else.
 *
 * `settle` changes only what differs, so that a field keeps what was typed into it, and a control the keyboard's focus, whatever
 * else changes on the page. Elements with the same `data-key` are the same ones.
 */

export type Part = Node | string | null | false;
type Handler = (event: never) => unknown;
type Attributes = Readonly<{ [name: string]: string | number | boolean | Handler | null }>;

const HANDLERS = ["onclick", "onsubmit", "oninput", "onchange", "onkeydown"] as const;
const LEFT_TO_PEOPLE = ["open"];

/** An element with its attributes, handlers and parts; null and false make none. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...parts: readonly Part[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") Object.assign(made, { [name]: value });
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...real(parts));
  return made;
}

/** The page's own element of this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** The page has come whole, so that it does not say the contrary. */
export function arrived(): void {
  byId("late").remove();
}

/** Show just these parts in a place, and hide it where there are none. */
export function settle(place: HTMLElement, ...parts: readonly Part[]): void {
  const wanted = real(parts);
  place.hidden = wanted.length === 0;
  morphChildren(place, wanted);
}

function real(parts: readonly Part[]): (Node | string)[] {
  return parts.filter((part): part is Node | string => part !== null && part !== false && part !== "");
}

function morphChildren(place: Element, wanted: readonly (Node | string)[]): void {
  const nodes = wanted.map((part) => (typeof part === "string" ? document.createTextNode(part) : part));
  const keyed = new Map(Array.from(place.children, (child) => [keyOf(child), child] as const).filter(([key]) => key !== null));
  const wantedKeys = new Set(nodes.map(keyOf));
  let at = place.firstChild;
  for (const node of nodes) {
    const key = keyOf(node);
    // An element that is moved loses the focus; one that stays, while what stood before it goes, keeps it.
    while (key !== null && keyed.has(key) && at !== null && at !== keyed.get(key) && !(keyOf(at) !== null && wantedKeys.has(keyOf(at)))) at = removed(at);
    const same = key === null ? at : (keyed.get(key) ?? null);
    if (same !== null && isLike(same, node)) {
      if (same === at) at = at.nextSibling;
      else place.insertBefore(same, at);
      morph(same, node);
    } else {
      place.insertBefore(node, at);
    }
  }
  while (at !== null) at = removed(at);
}

/** Take a node away; the one after it. */
function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function keyOf(node: Node): string | null {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

function isLike(old: Node, wanted: Node): boolean {
  return old.nodeName === wanted.nodeName && keyOf(old) === keyOf(wanted);
}

function morph(old: Node, wanted: Node): void {
  if (!(old instanceof HTMLElement && wanted instanceof HTMLElement)) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name } of Array.from(old.attributes)) if (!wanted.hasAttribute(name) && !LEFT_TO_PEOPLE.includes(name)) old.removeAttribute(name);
  for (const { name, value } of Array.from(wanted.attributes)) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const handler of HANDLERS) old[handler] = wanted[handler] as never;
  morphChildren(old, Array.from(wanted.childNodes));
}

/** A button that does something. One that cannot now is `aria-disabled` and stays where it is: a disabled one would lose the focus. */
export function button(words: Part | readonly Part[], onclick: (event: MouseEvent) => unknown, attributes: Attributes = {}): HTMLButtonElement {
  return element("button", { type: "button", onclick, ...attributes }, ...(Array.isArray(words) ? (words as readonly Part[]) : [words as Part]));
}

/** A name that somebody chose, which may run the other way. */
export function named(name: string): HTMLElement {
  return element("bdi", {}, name);
}

/** A labelled field; `hint` stands below it, and is read out with it. */
export function field(label: string, input: HTMLElement, hint: string = ""): HTMLElement {
  const described = hint !== "" && input.id !== "" ? `${input.id}-hint` : null;
  if (described !== null) input.setAttribute("aria-describedby", described);
  const parts = [element("span", { class: "label" }, label), input];
  return element("p", { class: "field" }, element("label", {}, ...parts), hint !== "" && element("span", { class: "hint", id: described }, hint));
}

/** Save a text as a file. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content]));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
