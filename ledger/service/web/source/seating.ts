/** Coming to a table: a name, then the hash of an entropy made here, then the entropy itself, once all is seen to be signed. */

import { ask, newKey, words } from "./api.ts";
import { button, byId, download, element, field, settle, type Part } from "./elements.ts";
import { giveHash, reveal, type Sitting } from "./entropy.ts";
import { keys, secrets, seat } from "./kept.ts";
import { Refused } from "./refused.ts";
import { readSecret, type Secret } from "./secret.ts";
import { tidied } from "./typed.ts";
import type { View } from "./views.ts";

export class SeatingPanel {
  private readonly place = byId("seating");
  private fault = "";
  private isBusy = false;
  private wasRefused = false;
  private imported: Secret | null = null;
  private view: View | null = null;

  constructor(private readonly sitting: Sitting) {}

  show(view: View): void {
    this.view = view;
    settle(this.place, ...this.parts(view));
    const mine = view.seats.find(({ seat: number }) => number === view.you.seat);
    if (view.state === "reveals" && mine?.source === "own" && !mine.revealed && !this.isBusy && !this.wasRefused && this.sitting.session.seatsFile) void this.reveal();
  }

  private readonly trouble = (words: string): void => {
    this.fault = words;
    this.again();
  };

  private again(): void {
    if (this.view) this.show(this.view);
  }

  private parts(view: View): Part[] {
    const mine = view.seats.find(({ seat: number }) => number === view.you.seat);
    const fault = element("p", { class: "refused", role: "alert" }, this.fault);
    if (view.state === "gathering") return [...(mine ? this.waiting(mine.name) : this.free(view)), fault];
    if (view.state === "hashes") return [...(mine && mine.source === null ? this.entropy() : waitingFor(view, ({ source }) => source === null, "the hash of their entropy")), fault];
    if (view.state === "reveals") return [...this.revealing(view, mine?.source === "own" && !mine.revealed), fault];
    return [];
  }

  // Gathering

  private waiting(name: string): Part[] {
    return [element("h2", {}, "You sit here as ", element("bdi", {}, name)), element("p", {}, "The director opens the table once everybody is there."), button("Get up again", () => this.getUp(), { class: "quiet", "data-key": "up" })];
  }

  private free(view: View): Part[] {
    if (view.you.role !== "public") return [];
    if (view.places === 0) return [element("p", {}, "Every seat of this table is taken. The director gives those who are named a link of their own.")];
    const send = (event: Event): void => {
      event.preventDefault();
      void this.sit(tidied(byId<HTMLInputElement>("your-name").value));
    };
    const name = element("input", { id: "your-name", type: "text", maxlength: 32, autocomplete: "nickname", required: true });
    return [
      element("h2", {}, `${view.places} free ${view.places === 1 ? "seat" : "seats"}`),
      element("form", { class: "line", onsubmit: send, novalidate: true, "data-key": "sit" }, field("Your name at this table", name), element("button", { type: "submit" }, "Take a seat")),
    ];
  }

  private sit(name: string): Promise<boolean> {
    return this.attempt(async () => {
      if (name === "") throw new Refused("Write the name that you want to play under.");
      const given = await ask<{ token: string }>(`${this.sitting.path}/seats`, { method: "POST", body: { name }, key: newKey(), trouble: this.trouble });
      this.sitting.turn(given.token);
    });
  }

  private getUp(): Promise<boolean> {
    return this.attempt(async () => {
      await ask(`${this.sitting.path}/seat`, { method: "DELETE", token: this.sitting.token(), trouble: this.trouble });
      seat.keep(this.view?.table ?? "", null);
      this.sitting.turn(null);
    });
  }

  // The hash

  private entropy(): Part[] {
    const { session } = this.sitting;
    if (session.ledger === null) return []; // whose key would be asked for
    const [known, told] = [keys.of(session.ledger.name), session.ledger.vkey];
    const send = (event: Event): void => {
      event.preventDefault();
      void this.giveHash(byId<HTMLInputElement>("ledger-key").value, byId<HTMLInputElement>("signs").checked);
    };
    const key = element("input", { id: "ledger-key", class: "code", type: "text", value: known ?? told, autocomplete: "off", spellcheck: false, autocapitalize: "off", "data-key": `key-${told}` });
    const isOther = known !== null && known !== told && "The service gives another key now than this browser has known. Ask the director why before you go on.";
    const signs = element("input", { id: "signs", type: "checkbox", checked: true });
    return [
      element("h2", {}, "Your part in the shuffle"),
      element("p", {}, "Your browser draws 32 random bytes. You give only their hash now; the bytes themselves go into the shuffle once every seat is signed, when the cards can no longer be chosen to suit them. Without yours you play all the same: the director signs the seats when it is time, and the house’s entropy stands in for it."),
      element(
        "form",
        { onsubmit: send, novalidate: true, "data-key": "entropy" },
        field("The ledger’s verifier key", key, known === null ? "As this service tells it. Compare it with the one that the director gave out: what you verify is worth as much as this key." : "As this browser has known it."),
        isOther && element("p", { class: "refused" }, isOther),
        element("p", { class: "field" }, element("label", {}, signs, " Sign my answers with a key of my own, so that nobody can put others in their place")),
        element("button", { type: "submit", "aria-disabled": this.isBusy ? "true" : null }, "Give my hash"),
      ),
      this.importer("Or use a secret that you have made before"),
    ];
  }

  /** Take over a secret from the file that `shoe seat`, or this page on another device, has made. */
  importer(summary: string): HTMLElement {
    const take = (event: Event): void => {
      const [file] = Array.from((event.target as HTMLInputElement).files ?? []);
      if (file) void this.attempt(async () => this.take(readSecret(await file.text())));
    };
    const input = element("input", { type: "file", accept: ".secret,.json", onchange: take });
    return element("details", { "data-key": "importer" }, element("summary", {}, summary), field("The file of your secret", input, "It stays on this device."));
  }

  private take(secret: Secret): void {
    if (secret.name !== this.name) throw new Refused(`This secret is of ${secret.name}, and not of this seat.`);
    secrets.keep(secret);
    this.imported = secret;
    this.sitting.session.open ??= secret.open;
    byId("status").textContent = "The secret was taken over.";
    this.wasRefused = false;
  }

  private giveHash(vkey: string, signs: boolean): Promise<boolean> {
    return this.attempt(async () => this.sitting.see(await giveHash(this.sitting, this.name, vkey, signs, this.imported, this.trouble)));
  }

  private get name(): string {
    return this.view?.you.name ?? "";
  }

  // The reveal

  private revealing(view: View, isMine: boolean): Part[] {
    if (!isMine) return waitingFor(view, ({ source, revealed }) => source === "own" && !revealed, "their entropy");
    if (!this.wasRefused) return [element("h2", {}, "Your part in the shuffle"), element("p", {}, "Every seat is signed. Your browser verifies that before it reveals anything …")];
    const file = this.sitting.session.seatsFile ?? "";
    return [
      element("h2", {}, "Nothing was revealed"),
      this.importer("Your secret is in a file"),
      element("p", { class: "buttons", "data-key": "buttons" }, button("Verify again", () => this.retry()), button("Save the file of the seats", () => download("seats.json", file), { class: "quiet" })),
    ];
  }

  private retry(): void {
    this.wasRefused = false;
    this.again();
  }

  private reveal(): Promise<boolean> {
    return this.attempt(async () => {
      try {
        if (this.view) this.sitting.see(await reveal(this.sitting, this.view, this.trouble));
      } catch (error) {
        this.wasRefused = true; // before the table is shown again, or that would begin it anew
        throw error;
      }
    });
  }

  /** Do something, one thing at a time; whether it went well. */
  private async attempt(work: () => Promise<unknown> | unknown): Promise<boolean> {
    if (this.isBusy) return false;
    [this.isBusy, this.fault] = [true, ""];
    try {
      await work();
      this.place.focus(); // the control that had it is gone
      return true;
    } catch (error) {
      this.fault = words(error);
      return false;
    } finally {
      this.isBusy = false;
      this.again();
    }
  }
}

function waitingFor(view: View, waits: (seat: View["seats"][number]) => boolean, what: string): Part[] {
  const names = view.seats.filter(waits).map(({ name }) => name);
  if (names.length === 0) return [];
  return [element("p", {}, `Waiting for ${what}: `, ...names.flatMap((name, at) => [at > 0 && ", ", element("bdi", {}, name)]), ".")];
}
