/** What this page knows of a table's session beside its view: the rules, the ledger's key, and the player's secret. */

import { ask, askText } from "./api.ts";
import { toHex } from "./bytes.ts";
import { canonical, type Fields } from "./canonical.ts";
import { leafHash } from "./hashing.ts";
import { keptText, keys, secrets } from "./kept.ts";
import { parseKey, type VerifierKey } from "./note.ts";
import { rulesOf, UNKNOWN, type Rules } from "./points.ts";
import { openLineIn, rulesIn } from "./proven.ts";
import type { Secret } from "./secret.ts";
import type { Ledger, TableRules, View } from "./views.ts";

/** Without these nothing can be verified or reckoned: they are asked for until they are there. */
const still = (): boolean => true;

export class Session {
  /** As they were signed; of a table that was closed before this page saw them, as the service tells them. */
  rules: Rules = UNKNOWN;
  /** The whole rule set as it was signed, once this page has it. */
  signed: Fields | null = null;
  told: TableRules | null = null;
  ledger: Ledger | null = null;
  /** The file of all seats, once they are signed. */
  seatsFile: string | null = null;
  /** The leaf hash of the session's `open` line, in hexadecimal. */
  open: string | null = null;
  private learning: Promise<void> = Promise.resolve();

  /** Learn what can be known by now, one time after another; whether anything was new. */
  async learn(view: View): Promise<boolean> {
    const learning = this.learning.then(() => this.fetch(view));
    this.learning = learning.then(() => {}, () => {});
    return learning;
  }

  private async fetch(view: View): Promise<boolean> {
    const isFirst = this.ledger === null || this.told === null;
    this.ledger ??= await ask<Ledger>("/v1/ledger", { still });
    this.told ??= await ask<TableRules>(`/v1/tables/${view.table}/rules`, { still });
    if (view.state === "closed" && this.signed === null) this.rules = rulesOf(this.told.rules);
    const where = `${this.ledger.name}/${view.session ?? 0}`;
    this.open ??= keptText("open", where);
    if (!areSigned(view) || this.seatsFile !== null) return isFirst;
    this.seatsFile = await askText(`/v1/tables/${view.table}/seats`, { still });
    this.signed = rulesIn(this.seatsFile);
    this.rules = rulesOf(this.signed);
    this.open = keptText("open", where, toHex(leafHash(openLineIn(this.seatsFile))));
    return true;
  }

  /** Whether one of the players banks. */
  get playersBank(): boolean {
    return (this.told?.rules["bank"] as Fields | undefined)?.["holder"] === "player";
  }

  /** Whether the service tells other rules than those that were signed with the session. */
  get areOthersTold(): boolean {
    return this.signed !== null && this.told !== null && canonical(this.signed) !== canonical(this.told.rules);
  }

  /** The key that this browser knows the ledger by. */
  get key(): VerifierKey | null {
    const known = this.ledger && keys.of(this.ledger.name);
    return known ? parseKey(known) : null;
  }

  /** The player's own secret for this session, if this browser has it. */
  secretOf(view: View): Secret | null {
    return this.open !== null && view.you.name !== null ? secrets.of(this.open, view.you.name) : null;
  }

  /** Where receipts and the checkpoint of this seat are kept. */
  place(view: View): string {
    return `${this.open ?? ""}/${view.you.name ?? ""}`;
  }
}

/** Whether the file of all seats is there: when every seat of the table is signed, and until it is closed. */
function areSigned(view: View): boolean {
  return view.state !== "closed" && view.seats.length > 0 && view.seats.every(({ source }) => source !== null);
}
