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
    return store().getItem(PREFIX + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null; // storage is switched off: until the page is closed
  }
}

function write(store: () => Storage, key: string, value: string | null): void {
  memory.delete(key);
  try {
    if (value === null) store().removeItem(PREFIX + key);
    else store().setItem(PREFIX + key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

const lasting = (): Storage => localStorage;
const ofTab = (): Storage => sessionStorage;

export const operator = {
  token: (): string | null => read(ofTab, "operator"),
  keep: (token: string | null): void => write(ofTab, "operator", token),
  /** Links that were made for a table's players. */
  links: (table: string): Readonly<Record<string, string>> => JSON.parse(read(ofTab, `links/${table}`) ?? "{}"),
  keepLinks: (table: string, links: Readonly<Record<string, string>>): void => write(ofTab, `links/${table}`, JSON.stringify(links)),
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
    const key = `secret/${secret.open}/${secret.name}`;
    write(lasting, key, secretFile(secret));
    if (read(lasting, key) !== secretFile(secret)) throw new Refused("This browser does not keep what it must not lose; allow it to store data.");
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
  keep: (ledger: string, vkey: string): void => write(lasting, `vkey/${ledger}`, vkey),
};

export const letters = {
  areOn: (): boolean => read(lasting, "letters") !== "off",
  turn: (on: boolean): void => write(lasting, "letters", on ? "on" : "off"),
};
