/** What is typed or pasted: made fit to stand in the ledger where that changes nothing that can be read, and otherwise told. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { textFault, tidied } from "../source/typed.ts";

test("spaces of any kind become one, and accents are composed", () => {
  assert.equal(tidied("  Seat 2\u00A0stands \t\n as  it\u2003is "), "Seat 2 stands as it is");
  assert.equal(tidied("Zoe\u0308"), "Zoë");
});

test("what cannot be seen, nothing, and too much is told in one sentence", () => {
  assert.equal(textFault("It stands", 10, "Write it."), "");
  assert.equal(textFault("", 10, "Write it."), "Write it.");
  assert.match(textFault("It\u200Bstands", 10, "Write it."), /nobody can see \(U\+200B\)/);
  assert.match(textFault("🂡".repeat(11), 10, "Write it."), /has 11 characters, and at most 10/);
  assert.equal(textFault("🂡".repeat(10), 10, "Write it."), "");
});
