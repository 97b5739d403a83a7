/** docs/vectors.json: the numbers of FORMAT.md, computed by these pages. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fromBase64, fromHex, toBase64, toHex } from "../source/bytes.ts";
import { canonical, readFields } from "../source/canonical.ts";
import { digest, entropyHash, frame, leafHash, masked, questionHash } from "../source/hashing.ts";
import { isSigned, openCheckpoint, parseKey } from "../source/note.ts";
import { hashFile, hashOf, newSecret, publicKey, readSecret, secretFile, signAnswer } from "../source/secret.ts";
import { includes } from "../source/tree.ts";

// Run from this folder's parent, as npm does.
const vectors = JSON.parse(readFileSync("../../../docs/vectors.json", "utf8"));
const hex = (text: string): Uint8Array => fromHex(text, text.length / 2) as Uint8Array;
const bytes = (encoded: string): Uint8Array => fromBase64(encoded) as Uint8Array;

test("a line in canonical form, and its leaf", () => {
  assert.equal(canonical(vectors.canonical.value), vectors.canonical.line);
  assert.deepEqual(readFields(vectors.canonical.line, Object.keys(vectors.canonical.value), "a line"), vectors.canonical.value);
  assert.equal(toHex(leafHash(vectors.canonical.line)), vectors.canonical.leaf);
});

test("what is not in canonical form is refused", () => {
  for (const other of ['{"a": 1}', '{"b":1,"a":1}', '{"a":1,"a":1}', '{"a":1.0}', '{"a":"\\u0041"}', '{"a":1}\n', "[]", "null", "{", ""]) {
    assert.throws(() => readFields(other, null, "a line"), /in canonical form/, other);
  }
  assert.throws(() => readFields('{"a":1}', ["a", "b"], "a line"), /other keys/);
});

test("a verifier key, and none whose key id is another's", () => {
  const { name, key_id: id, public_key: key, vkey } = vectors.checkpoint;
  const read = parseKey(` ${vkey}\n`);
  assert.deepEqual([read.name, toHex(read.id), toHex(read.publicKey)], [name, id, key]);
  for (const wrong of [vkey.replace(id, "00000000"), vkey.slice(0, -1), `${vkey}=`, "", "club.example"]) assert.throws(() => parseKey(wrong), /no verifier key/);
});

test("a checkpoint that the key has not signed is refused", () => {
  const { name, key_id: id, text, vkey } = vectors.checkpoint;
  const note = (line: string): string => `${text}\n${line}\n`;
  const signature = toBase64(Uint8Array.from([...hex(id), ...new Uint8Array(64)]));
  assert.throws(() => openCheckpoint(note(`— ${name} ${signature}`), parseKey(vkey)), /a signature that is false/);
  assert.throws(() => openCheckpoint(note(`— ${name} AAAA${signature}`), parseKey(vkey)), /not signed with the ledger’s key/);
  assert.throws(() => openCheckpoint(text, parseKey(vkey)), /no signed note/);
});

test("inclusion proofs, and none but at their own place", () => {
  for (const { index, size, proof } of vectors.inclusion) {
    const [leaf, root] = [leafHash(vectors.tree.lines[index]), hex(vectors.tree.roots[size])];
    for (let other = 0; other < size + 2; other += 1) assert.equal(includes(leaf, other, size, proof.map(bytes), root), other === index);
  }
});

test("frames and entropy", () => {
  assert.equal(toHex(frame(...vectors.frame.parts.map(hex))), vectors.frame.bytes);
  for (const { name, entropy, hash } of vectors.entropy.seats) assert.equal(toHex(entropyHash(hex(vectors.entropy.open_leaf), name, hex(entropy))), hash);
});

test("a question, and the signature over the answer to it", () => {
  const { answer, events, key, line, question, seed, signature } = vectors.signed;
  const told = questionHash(leafHash(line), "1", events, false);
  assert.equal(toHex(told), question);
  assert.equal(signAnswer(seed, told, answer), signature);
  assert.equal(publicKey({ ...newSecret({ checkpoint: "", name: "Ann", open: "" }, true), key: seed }), key);
  assert.ok(!isSigned(bytes(signature), hex(question), bytes(key)));
});

test("whoever sees a hidden card and whoever does not hash the same events", () => {
  const { events } = vectors.signed;
  const seen = events.map((event: string) => event.replace(/^(1 down|D hole) ..$/, "$1 xx"));
  assert.deepEqual(digest(seen, false), digest(events, false));
  assert.notDeepEqual(digest(events.slice(1), false), digest(events, false));
  assert.deepEqual(["1 double 5H", "1 timeout double 5H", "1 hit 5H"].map((event) => masked(event, true)), ["1 double xx", "1 timeout double xx", "1 hit 5H"]);
});

test("a secret survives its file, and the hash file has no more of it than its hash and its public key", () => {
  const secret = newSecret({ checkpoint: "note\n", name: "Борис", open: vectors.entropy.open_leaf }, true);
  assert.deepEqual(readSecret(secretFile(secret)), secret);
  const file = readFields(hashFile(secret).trimEnd(), ["entropy_hash", "format", "key", "name", "open"], "a hash");
  assert.deepEqual([file["entropy_hash"], file["key"]], [hashOf(secret), publicKey(secret)]);
  assert.ok(!hashFile(secret).includes(secret.entropy) && !hashFile(secret).includes(secret.key as string));
  for (const wrong of [secretFile({ ...secret, entropy: "00" }), secretFile(secret).replace("secret/2", "secret/1"), "{}"]) assert.throws(() => readSecret(wrong));
  assert.notEqual(newSecret(secret, false).entropy, secret.entropy);
});
