/** What a player keeps: their secret, the checkpoint of the seats, their receipts. And how they leave. */

import { ask, words } from "./api.ts";
import { button, byId, download, element, settle, type Part } from "./elements.ts";
import { keptText } from "./kept.ts";
import type { Kept, Receipts } from "./player.ts";
import { secretFile } from "./secret.ts";
import type { Session } from "./session.ts";
import { tar } from "./tar.ts";
import type { View } from "./views.ts";

const SHOWN = 12;

export class KeptPanel {
  private readonly place = byId("kept");
  private fault = "";

  constructor(
    private readonly path: string,
    private readonly token: () => string | null,
    private readonly session: Session,
    private readonly receipts: Receipts,
    private readonly importer: (summary: string) => HTMLElement,
    private readonly see: (view: View) => void,
  ) {}

  show(view: View): void {
    const isEarly = view.state === "gathering" || (view.state === "hashes" && this.session.secretOf(view) === null);
    settle(this.place, ...(view.you.seat === null || isEarly ? [] : this.parts(view)));
  }

  private parts(view: View): Part[] {
    const secret = this.session.secretOf(view);
    const checkpoint = keptText("checkpoint", this.session.place(view));
    const kept = this.session.open === null ? [] : this.receipts.all(view);
    const mine = view.seats.find(({ seat }) => seat === view.you.seat);
    const isOwn = mine?.source === "own";
    const name = `${view.session ?? 0}-${view.you.seat ?? 0}`;
    return [
      element("h2", {}, "What you keep"),
      element("p", { class: "refused", role: "alert" }, this.fault),
      secret !== null && ["hashes", "reveals"].includes(view.state) && element("p", {}, "Without your secret nobody plays on, and it is in this browser alone. Save it, in case that you have to come back in another one."),
      mine?.signs === true && element("p", {}, secret?.key ? "Your answers are signed with your own key, which is in this browser." : "Your answers must be signed, and this browser does not have your key."),
      element(
        "p",
        { class: "buttons", "data-key": "buttons" },
        secret && button("Save your secret", () => download(`${name}.secret`, secretFile(secret)), { class: "quiet", "data-act": "secret" }),
        checkpoint !== null && button("Save the checkpoint of the seats", () => download(`${name}.checkpoint`, checkpoint), { class: "quiet", "data-act": "checkpoint" }),
        kept.length > 0 && button(kept.length === 1 ? "Save the receipt" : `Save all ${kept.length} receipts`, () => download(`${name}-receipts.tar`, archive(view, kept)), { class: "quiet", "data-act": "receipts" }),
        mine?.playing === true && view.state === "playing" && button(mine.leaving ? "You get up before the next round" : "Get up before the next round", () => this.leave(view), { class: "quiet", "aria-disabled": mine.leaving ? "true" : null, "data-act": "leave" }),
      ),
      isOwn && secret === null && this.importer("Take your secret over from its file"),
      ...list(kept),
    ];
  }

  private async leave(view: View): Promise<void> {
    this.fault = "";
    try {
      this.see(await ask<View>(`${this.path}/leave`, { method: "POST", token: this.token() }));
    } catch (error) {
      this.fault = words(error);
      this.show(view);
    }
  }
}

/** The archive that `shoe audit --receipts` reads once it is unpacked. */
function archive(view: View, kept: readonly Kept[]): Uint8Array<ArrayBuffer> {
  return tar(new Map(kept.map((one, at) => [`receipts/${view.session ?? 0}-${one.round}-${one.events || `unread${at}`}.receipt`, one.note])));
}

function list(kept: readonly Kept[]): Part[] {
  if (kept.length === 0) return [];
  const told = { "as seen": "signed, and for just what you saw", unseen: "signed; what it is for is not seen yet", wrong: "" };
  const rows = kept.slice(-SHOWN).reverse().map((one) => element("li", { class: one.is === "wrong" ? "refused" : "" }, `Round ${one.round}, after ${one.events} events: ${told[one.is] || one.why}`));
  return [element("details", { "data-key": "receipts" }, element("summary", {}, kept.length === 1 ? "1 receipt" : `${kept.length} receipts`), element("ol", { class: "receipts" }, ...rows))];
}
