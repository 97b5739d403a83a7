/** The line of the log upon which a question was put (FORMAT.md §15): looked up, so that nobody signs upon a line that is not there. */

import { ask, askText } from "./api.ts";
import { masked, leafHash } from "./hashing.ts";
import { toHex } from "./bytes.ts";
import type { Ledger } from "./views.ts";

const STRETCH = 500;
const FARTHEST = 4_000;
const KINDS = ["start", "begin", "round", "void"];

interface Line {
  readonly record: string;
  readonly session?: number;
  readonly round?: number;
  readonly log?: readonly string[];
}

/** Lines that were found, by their leaf hash. */
const found = new Map<string, Line>();

/** Half a sentence on why a session's line with this leaf hash is not what a round's log goes on from; empty where it is. */
export async function basisFault(basis: string, session: number, round: number, log: readonly string[], faceDown: boolean): Promise<string> {
  const line = found.get(basis) ?? (await search(basis));
  if (line === null) return "names a line that the log does not have";
  if (line.session !== session || !KINDS.includes(line.record)) return "names a line of something else";
  if (line.record !== "begin") return "";
  const began = line.log ?? [];
  const goesOn = line.round === round && began.every((event, at) => masked(event, faceDown) === masked(log[at] ?? "", faceDown));
  return goesOn ? "" : "names another beginning of the round than you saw";
}

/** The line with a leaf hash, from the log's end backwards. */
async function search(basis: string): Promise<Line | null> {
  const { size } = await ask<Ledger>("/v1/ledger");
  for (let end = size; end > Math.max(0, size - FARTHEST); end -= STRETCH) {
    const lines = (await askText(`/v1/lines?from=${Math.max(0, end - STRETCH)}&to=${end}`)).split("\n").filter((line) => line !== "");
    const line = lines.reverse().find((one) => toHex(leafHash(one)) === basis);
    if (line !== undefined) {
      found.set(basis, JSON.parse(line) as Line);
      return found.get(basis) ?? null;
    }
  }
  return null;
}
