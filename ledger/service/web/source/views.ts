/** What the service tells (docs/SERVICE.md), as its JSON has it. */

import type { Fields } from "./canonical.ts";

export type State = "gathering" | "hashes" | "reveals" | "playing" | "closed";

export interface Seat {
  readonly seat: number;
  readonly name: string;
  readonly boxes: readonly number[];
  readonly plays: string;
  readonly balance: number;
  readonly source: "own" | "house" | null;
  readonly signs: boolean;
  readonly hash: string | null;
  readonly revealed: boolean;
  readonly playing: boolean;
  readonly leaving: boolean;
}

export interface Own {
  readonly hand: string;
  readonly legal: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly cards: readonly string[];
  readonly total: number | null;
  readonly soft: boolean | null;
  readonly upcard: string | null;
  readonly default: string;
  readonly hash: string;
  readonly basis: string;
  readonly seen: number;
}

export interface Question {
  readonly round: number;
  readonly version: number;
  readonly phase: string;
  readonly seats: readonly number[];
  readonly hands: readonly string[];
  readonly seconds: number | null;
  readonly yours: readonly Own[] | null;
}

export interface Place {
  readonly place: number;
  readonly seat: number;
  readonly name: string;
  readonly net: number;
}

export interface View {
  readonly table: string;
  readonly name: string;
  readonly state: State;
  readonly version: number;
  readonly session: number | null;
  readonly profile: string;
  readonly rounds: number;
  readonly stack: number;
  readonly places: number;
  readonly answer_seconds: number | null;
  readonly pause_seconds: number | null;
  readonly you: { readonly role: "public" | "seat" | "operator"; readonly seat: number | null; readonly name: string | null };
  readonly seats: readonly Seat[];
  readonly round: { readonly round: number; readonly banker: number; readonly log: readonly string[] } | null;
  readonly last: { readonly round: number; readonly void: boolean; readonly banker: number; readonly log: readonly string[]; readonly after: readonly number[] } | null;
  readonly due: { readonly round: number; readonly seconds: number | null } | null;
  readonly question: Question | null;
  readonly standings: readonly Place[] | null;
  readonly reason: string | null;
  readonly next: string | null;
}

/** Where somebody goes on who sat at a table that was made again. */
export interface NextSeat {
  readonly table: string;
  readonly seat: number;
  readonly token: string;
}

/** A table's rules: the whole rule set, and the same in sentences. */
export interface TableRules {
  readonly title: string;
  readonly rules: Fields;
  readonly parts: readonly { readonly title: string; readonly lines: readonly { readonly text: string; readonly clauses: readonly string[] }[] }[];
}

export interface Short {
  readonly table: string;
  readonly name: string;
  readonly state: State;
  readonly session: number | null;
  readonly profile: string;
  readonly taken: number;
  readonly places: number;
  readonly round: number | null;
}

export interface Ledger {
  readonly name: string;
  readonly vkey: string;
  readonly first_vkey: string;
  readonly size: number;
}

export interface RulesShort {
  readonly name: string;
  readonly title: string;
  readonly seats: number;
}

export interface Standings {
  readonly sessions: readonly { readonly session: number; readonly table: string; readonly profile: string; readonly reason: string; readonly rounds: number; readonly line: number; readonly standings: readonly Place[] }[];
  readonly tournaments: readonly {
    readonly name: string;
    readonly sessions: readonly number[];
    readonly line: number;
    readonly standings: readonly (Place & { readonly session: number })[];
  }[];
}

export interface Gathered {
  readonly table: View;
  readonly tokens: readonly { readonly name: string; readonly token: string }[];
}
