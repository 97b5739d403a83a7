/** docs/vectors.json: the numbers of FORMAT.md, computed by this reader. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fromBase64, fromHex, toHex, utf8 } from "../source/bytes.ts";
import { canonical, readCanonical } from "../source/canonical.ts";
import { parseKey, readCheckpoint } from "../source/note.ts";
import { entropyHash, entropyRoot, frame, seedBefore, Stream } from "../source/seeds.ts";
import { cutAt, less, pack, shuffled, streamCut } from "../source/shoe.ts";
import { extendsTree, includes, leafHash } from "../source/tree.ts";

type Shoe = { cards: string[]; decks: number; size: number; seed: string; k: number };

// Run from audit/web, as npm does.
const vectors = JSON.parse(readFileSync("../../docs/vectors.json", "utf8"));
const source = { openLeaf: fromHex(vectors.entropy.open_leaf), entropyRoot: fromHex(vectors.entropy.root) };
const bytes = (encoded: string): Uint8Array => fromBase64(encoded) as Uint8Array;

test("a line in canonical form, and its leaf", () => {
  assert.equal(canonical(readCanonical(vectors.canonical.line)), vectors.canonical.line);
  assert.equal(canonical(readCanonical(JSON.stringify(vectors.canonical.value))), vectors.canonical.line);
  assert.equal(toHex(leafHash(utf8(vectors.canonical.line))), vectors.canonical.leaf);
});

test("a checkpoint and its verifier key", () => {
  const { name, key_id: id, public_key: key, text, vkey } = vectors.checkpoint;
  const read = parseKey(vkey);
  assert.deepEqual([read.name, toHex(read.id), toHex(read.publicKey)], [name, id, key]);
  const checkpoint = readCheckpoint(`${text}\n— ${name} ${btoa("1234signature")}\n`);
  assert.deepEqual([checkpoint.name, checkpoint.size], [name, 9]);
  assert.equal(toHex(checkpoint.root), vectors.tree.roots[9]);
});

test("inclusion proofs, and none but at their own place", () => {
  for (const { index, size, proof } of vectors.inclusion) {
    const leaf = leafHash(utf8(vectors.tree.lines[index]));
    const root = fromHex(vectors.tree.roots[size]);
    assert.ok(includes(leaf, index, size, proof.map(bytes), root));
    for (let other = 0; other < size + 2; other += 1) {
      if (other !== index) assert.ok(!includes(leaf, other, size, proof.map(bytes), root));
    }
  }
});

test("consistency proofs, and none to another root", () => {
  for (const { old, size, proof } of vectors.consistency) {
    const [older, newer] = [fromHex(vectors.tree.roots[old]), fromHex(vectors.tree.roots[size])];
    assert.ok(extendsTree(old, older, size, newer, proof.map(bytes)));
    assert.ok(!extendsTree(old, fromHex(vectors.canonical.leaf), size, newer, proof.map(bytes)));
    assert.ok(!extendsTree(old, older, size, fromHex(vectors.canonical.leaf), proof.map(bytes)) || old === 0);
  }
});

test("frames, the seed chain and entropy", () => {
  assert.equal(toHex(frame(...vectors.frame.parts.map(fromHex))), vectors.frame.bytes);
  const seeds: string[] = vectors.seed_chain.seeds;
  assert.equal(seeds.at(-1), vectors.seed_chain.last);
  for (let k = 1; k < seeds.length; k += 1) assert.equal(toHex(seedBefore(fromHex(seeds[k] as string))), seeds[k - 1]);
  const seats = vectors.entropy.seats.map((seat: { name: string; entropy: string }) => ({ name: seat.name, entropy: fromHex(seat.entropy) }));
  assert.equal(toHex(entropyRoot(seats)), vectors.entropy.root);
  vectors.entropy.seats.forEach((seat: { hash: string }, at: number) => assert.equal(toHex(entropyHash(source.openLeaf, seats[at])), seat.hash));
});

test("shuffles, one whose stream has a word that is passed over among them", () => {
  for (const { cards, decks, size, seed, k } of [...vectors.shuffles, vectors.rejection] as Shoe[]) {
    assert.deepEqual(shuffled(pack(decks, size), fromHex(seed), k, source), cards);
  }
});

test("a cut, a shuffle of discards, a lot", () => {
  const { cut, reshuffle, lot } = vectors;
  assert.equal(streamCut(cut.decks * cut.size, fromHex(cut.seed), cut.k, source, cut.seat), cut.cut);
  assert.deepEqual(cutAt(shuffled(pack(cut.decks, cut.size), fromHex(cut.seed), cut.k, source), cut.cut), cut.cards);
  const discards = less(pack(reshuffle.decks, reshuffle.size), reshuffle.on_table) as string[];
  assert.deepEqual(shuffled(discards, fromHex(reshuffle.seed), reshuffle.k, source), reshuffle.cards);
  assert.equal(new Stream("lot", fromHex(lot.seed), lot.k, source).below(lot.candidates), lot.number);
});
