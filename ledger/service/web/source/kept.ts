/**
 * What this browser keeps: tokens, secrets, checkpoints and receipts of its player, and for a tab the director's token.
 *
 * A tab remembers its own seat first, so that two people at one device can each have theirs.
 */

import { Refused } from "./refused.ts";
import { readSecret, secretFile, type Secret } from "./secret.ts";

const PREFIX = "sealedshoe/";
const memory = new Map<string, string>();

function read(store: () => Storage, key: string): string | null {
  try {
    return memory.get(key) ?? store().getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Whether it is kept for longer than until the page is closed: storage may be switched off, or full. */
function write(store: () => Storage, key: string, value: string | null): boolean {
  memory.delete(key);
  try {
    if (value === null) store().removeItem(PREFIX + key);
    else store().setItem(PREFIX + key, value);
    return true;
  } catch {
    if (value !== null) memory.set(key, value);
    return false;
  }
}

const lasting = (): Storage => localStorage;
const ofTab = (): Storage => sessionStorage;

export const operator = {
  token: (): string | null => read(ofTab, "operator"),
  keep: (token: string | null): boolean => write(ofTab, "operator", token),
  /** Links that were made for a table's players. */
  links: (table: string): Readonly<Record<string, string>> => JSON.parse(read(ofTab, `links/${table}`) ?? "{}"),
  keepLinks: (table: string, links: Readonly<Record<string, string>>): boolean => write(ofTab, `links/${table}`, JSON.stringify(links)),
};

export const seat = {
  /** The token of this tab's own seat, or else of the one that was taken in this browser last. */
  token: (table: string): string | null => read(ofTab, `seat/${table}`) ?? (operator.token() === null ? read(lasting, `seat/${table}`) : null),
  keep(table: string, token: string | null): void {
    write(ofTab, `seat/${table}`, token);
    write(lasting, `seat/${table}`, token);
  },
};

export const secrets = {
  /** The secret of somebody for a session, which its `open` line's hash names. */
  of(open: string, name: string): Secret | null {
    const file = read(lasting, `secret/${open}/${name}`);
    return file === null ? null : readSecret(file);
  },
  keep(secret: Secret): void {
    const isKept = write(lasting, `secret/${secret.open}/${secret.name}`, secretFile(secret));
    if (!isKept) throw new Refused("This browser does not keep what it must not lose; allow it to store data.");
  },
};

/** Texts that belong to a session, or to a seat of it. */
export function keptText(kind: "open" | "checkpoint" | "receipts", session: string, value?: string): string | null {
  if (value !== undefined) write(lasting, `${kind}/${session}`, value);
  return read(lasting, `${kind}/${session}`);
}

export const keys = {
  /** The verifier key that this browser has known a ledger by. */
  of: (ledger: string): string | null => read(lasting, `vkey/${ledger}`),
  keep: (ledger: string, vkey: string): boolean => write(lasting, `vkey/${ledger}`, vkey),
};

export const letters = {
  areOn: (): boolean => read(lasting, "letters") !== "off",
  turn: (on: boolean): boolean => write(lasting, "letters", on ? "on" : "off"),
};
