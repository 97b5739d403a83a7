/** Who of the people at the table has its page open: the director waits for the others. */

import { ask } from "./api.ts";
import { element, named, type Part } from "./elements.ts";
import { operator } from "./kept.ts";
import type { View } from "./views.ts";

const EVERY = 3_000;

export class Presence {
  /** Null while nothing is known. */
  private names: readonly string[] | null = null;
  private isLooking = false;

  constructor(
    private readonly path: string,
    private readonly changed: () => void,
  ) {}

  /** Begin to look, and go on as long as the page is open; once is enough. */
  look(): void {
    if (this.isLooking) return;
    this.isLooking = true;
    void this.again();
    setInterval(() => void this.again(), EVERY);
  }

  /** Who is there, and who is not; before that is known, a line in its place, so that nothing moves under the hand. */
  parts(view: View): Part {
    const { names } = this;
    const people = view.seats.filter(({ plays, playing }) => plays === "person" && playing).map(({ name }) => name);
    if (people.length === 0) return null;
    if (names === null) return element("p", { class: "hint", "data-key": "presence" }, "Here: …");
    const [here, away] = [people.filter((name) => names.includes(name)), people.filter((name) => !names.includes(name))];
    return element("p", { class: "hint", "data-key": "presence" }, ...listed("Here: ", here), here.length > 0 && away.length > 0 && " · ", ...listed("Not here: ", away));
  }

  private async again(): Promise<void> {
    if (document.hidden || operator.token() === null) return;
    const before = this.names;
    try {
      this.names = (await ask<{ names: string[] }>(`${this.path}/present`, { token: operator.token(), still: () => false })).names;
    } catch {
      this.names = null; // whether the service can be reached is told where the table is followed
    }
    if (before?.join() !== this.names?.join()) this.changed();
  }
}

function listed(words: string, names: readonly string[]): Part[] {
  return names.length === 0 ? [] : [words, ...names.flatMap((name, at) => [at > 0 && ", ", named(name)])];
}
