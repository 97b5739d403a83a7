/** What a browser keeps, and what becomes of it where its storage is full or switched off. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keptText, secrets } from "../source/kept.ts";
import { newSecret } from "../source/secret.ts";

const SECRET = newSecret({ checkpoint: "", name: "Ann", open: "ab".repeat(32) }, true);
let stored: Map<string, string>;
let room: number;

beforeEach(() => {
  [stored, room] = [new Map(), 10_000];
  const setItem = (key: string, value: string): void => {
    if (value.length > room) throw new Error("QuotaExceededError");
    stored.set(key, value);
  };
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem, removeItem: (key: string) => void stored.delete(key) };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});

test("a secret that a browser keeps is there again", () => {
  secrets.keep(SECRET);
  assert.deepEqual(secrets.of(SECRET.open, "Ann"), SECRET);
});

test("a secret that would be gone with the page is not given a hash of", () => {
  room = 10;
  assert.throws(() => secrets.keep(SECRET), /does not keep what it must not lose/);
  Object.defineProperty(globalThis, "localStorage", { get: () => assert.fail("switched off"), configurable: true });
  assert.throws(() => secrets.keep(SECRET), /does not keep what it must not lose/);
});

test("what came last counts, though there was no room for it", () => {
  keptText("receipts", "3", "[1]");
  room = 4;
  assert.equal(keptText("receipts", "3", "[1,2]"), "[1,2]");
  assert.equal(keptText("receipts", "3"), "[1,2]");
});
