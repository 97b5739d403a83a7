/** What is signed: only a question that is made of what the page saw, upon a line that stands in the log. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { fromBase64, fromHex, toHex } from "../source/bytes.ts";
import { canonical } from "../source/canonical.ts";
import { answerFrame, leafHash, questionHash } from "../source/hashing.ts";
import { isSigned } from "../source/note.ts";
import { signature } from "../source/player.ts";
import { newSecret, publicKey } from "../source/secret.ts";
import type { Session } from "../source/session.ts";
import type { Own, View } from "../source/views.ts";

const SECRET = newSecret({ checkpoint: "", name: "Ann", open: "" }, true);
const LOG = ["D shuffle 1", "1 bet 2", "1 down 8H", "1 deal 3C", "D deal 6S"];
const BEGIN = canonical({ log: LOG.slice(0, 2), record: "begin", round: 4, session: 3 });
const session = (key: string | null = SECRET.key): Session => ({ rules: { doublesFaceDown: false }, secretOf: () => ({ ...SECRET, key }) }) as unknown as Session;

let lines: string[] = [];
beforeEach(() => {
  lines = [canonical({ record: "ledger" }), BEGIN, canonical({ record: "round", session: 2 })];
  globalThis.fetch = (async (path: string) => new Response(path === "/v1/ledger" ? JSON.stringify({ size: lines.length }) : `${lines.join("\n")}\n`)) as typeof fetch;
});

function asked(line: string, log: readonly string[] = LOG): Own {
  const basis = leafHash(line);
  return { hand: "1", basis: toHex(basis), seen: log.length, hash: toHex(questionHash(basis, "1", log, false)) } as unknown as Own;
}

function view(signs = true, log = LOG): View {
  return { session: 3, you: { seat: 1 }, seats: [{ seat: 1, signs }], round: { log }, question: { round: 4 } } as unknown as View;
}

test("an answer is signed over the question and the answer", async () => {
  const own = asked(BEGIN);
  const signed = fromBase64((await signature(view(), own, "1 hit", session())) ?? "") as Uint8Array;
  const [key, hash] = [fromBase64(publicKey(SECRET) ?? "") as Uint8Array, fromHex(own.hash) as Uint8Array];
  assert.ok(isSigned(signed, answerFrame(hash, "1 hit"), key));
  assert.ok(!isSigned(signed, answerFrame(hash, "1 stand"), key));
});

test("who gave no key signs nothing, and who has lost it does not answer unsigned", async () => {
  assert.equal(await signature(view(false), asked(BEGIN), "1 hit", session()), null);
  await assert.rejects(signature(view(), asked(BEGIN), "1 hit", session(null)), /does not have your key/);
});

test("a question over other events than were seen is not answered", async () => {
  await assert.rejects(signature(view(), asked(BEGIN, [...LOG, "1 hit TC"]), "1 hit", session()), /not made of what you saw/);
  await assert.rejects(signature(view(), asked(BEGIN, ["D shuffle 1", "1 bet 4", ...LOG.slice(2)]), "1 hit", session()), /not made of what you saw/);
  await assert.rejects(signature(view(), { ...asked(BEGIN), hand: "2" }, "2 hit", session()), /not made of what you saw/);
});

test("a question upon a line that the log does not have, or another's, is not answered", async () => {
  const elsewhere = canonical({ log: [], record: "begin", round: 4, session: 9 });
  const ruling = canonical({ record: "ruling", session: 3, text: "x" });
  const otherwise = canonical({ log: ["D shuffle 2"], record: "begin", round: 4, session: 3 });
  await assert.rejects(signature(view(), asked(elsewhere), "1 hit", session()), /a line that the log does not have/);
  lines.push(elsewhere, ruling, otherwise);
  await assert.rejects(signature(view(), asked(elsewhere), "1 hit", session()), /a line of something else/);
  await assert.rejects(signature(view(), asked(ruling), "1 hit", session()), /a line of something else/);
  await assert.rejects(signature(view(), asked(otherwise), "1 hit", session()), /another beginning of the round/);
});
