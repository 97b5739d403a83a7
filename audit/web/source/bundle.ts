/** The hand bundle (FORMAT.md §11): its form, and that each of its lines is in the tree. */

import { fromUtf8, utf8 } from "./bytes.ts";
import { readCanonical } from "./canonical.ts";
import { isPath } from "./events.ts";
import { readCheckpoint, type Checkpoint } from "./note.ts";
import { readRecord, type Record } from "./records.ts";
import { Refused, within } from "./refused.ts";
import { base64Hash, integer, list, object, oneOf, orNull, string } from "./shape.ts";
import { includes, leafHash } from "./tree.ts";

export const LONGEST = 2 ** 26;

const proof = list(base64Hash, 0, 64);
const older = object({ checkpoint: string("note"), proof });
const shape = object({
  format: oneOf("sealedshoe/bundle/1"),
  checkpoint: string("note"),
  extends: orNull(older),
  hand: object({ hand: orNull(string("hand’s path", isPath)), round: integer(1, 10 ** 6), session: integer(1, Number.MAX_SAFE_INTEGER) }),
  lines: list(object({ line: string("text"), proof }), 1),
  rotations: list(older),
});

/** A checkpoint beside the bundle's own, and the proof that leads from it there. */
export interface Older {
  readonly checkpoint: Checkpoint;
  readonly proof: readonly Uint8Array[];
}

export interface Line {
  readonly record: Record;
  readonly leaf: Uint8Array;
}

export interface Bundle {
  readonly checkpoint: Checkpoint;
  readonly extends: Older | null;
  readonly rotations: readonly Older[];
  readonly session: number;
  readonly round: number;
  readonly hand: string | null;
  readonly lines: readonly Line[];
}

/** A bundle, each of whose lines is proven to be in its checkpoint's tree; Refused where one is not. Who signed it is not looked at. */
export function readBundle(bytes: Uint8Array, progress: (done: number) => void): Bundle {
  if (bytes.length > LONGEST) throw new Refused("This file is longer than the 64 MiB that a hand bundle may have.");
  const text = fromUtf8(bytes);
  if (text === null) throw new Refused("This file is no hand bundle: it is not text in UTF-8.");
  if (!text.startsWith("{")) throw new Refused("This file is no hand bundle: `shoe prove` writes one, and it begins with “{”.");
  if (!text.endsWith("}\n")) throw new Refused("This file is no whole hand bundle: it does not end in “}” and one newline.");
  const read = shape(within("The bundle", () => readCanonical(text.slice(0, -1))), "the bundle");
  const checkpoint = within("The checkpoint", () => readCheckpoint(read.checkpoint));
  const lines = read.lines.map((line, at) => {
    progress(at / read.lines.length);
    return readLine(line.line, line.proof, at, checkpoint);
  });
  const unordered = lines.find((line, at) => at > 0 && line.record.seq <= (lines[at - 1] as Line).record.seq);
  if (unordered) throw new Refused(`The lines are not in order: line ${unordered.record.seq} stands behind a later one, or twice.`);
  const olderOf = (part: string, { checkpoint: note, proof: path }: { checkpoint: string; proof: readonly Uint8Array[] }): Older => ({
    checkpoint: within(part, () => readCheckpoint(note)),
    proof: path,
  });
  return {
    ...read.hand,
    checkpoint,
    lines,
    extends: read.extends && olderOf("The older checkpoint that it extends", read.extends),
    rotations: read.rotations.map((one) => olderOf("A checkpoint of a change of key", one)),
  };
}

function readLine(text: string, path: readonly Uint8Array[], at: number, checkpoint: Checkpoint): Line {
  const record = within(`Entry ${at + 1} of the lines`, () => readRecord(text));
  const leaf = leafHash(utf8(text));
  if (!includes(leaf, record.seq, checkpoint.size, path, checkpoint.root)) {
    throw new Refused(`Line ${record.seq} is not in the signed tree: the line was changed, or its proof is another’s.`);
  }
  return { record, leaf };
}
