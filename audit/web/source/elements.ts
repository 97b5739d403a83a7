/** Elements made of text: what a stranger wrote becomes text nodes and nothing else. */

export type Part = Node | string;
type Attributes = Readonly<{ [name: string]: string }>;

/** An element with its attributes and parts. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...parts: readonly Part[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...parts);
  return made;
}

/** The page's own element of this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** A sentence in which commands stand between backticks. */
export function withCommands(sentence: string): Part[] {
  return sentence.split("`").map((part, at) => (at % 2 === 1 ? element("code", {}, part) : part));
}
