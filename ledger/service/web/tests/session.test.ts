/** What the page knows of the rules: those that were signed, and those that the service tells. */

import assert from "node:assert/strict";
import { test } from "node:test";

import type { Fields } from "../source/canonical.ts";
import { Session } from "../source/session.ts";

const RULES: Fields = { bank: { holder: "player" }, shoe: { burn: 1, reshuffle: "cut-card" } };

function session(signed: Fields | null, told: Fields): Session {
  return Object.assign(new Session(), { signed, told: { title: "A game", rules: told, parts: [] } });
}

test("rules that are told otherwise than they were signed are noticed, in whatever order they are written", () => {
  assert.ok(!session(null, RULES).areOthersTold);
  assert.ok(!session(RULES, { shoe: { reshuffle: "cut-card", burn: 1 }, bank: { holder: "player" } }).areOthersTold);
  assert.ok(session(RULES, { ...RULES, shoe: { burn: 0, reshuffle: "cut-card" } }).areOthersTold);
});

test("who banks is known from what is told, before anything is signed", () => {
  assert.ok(session(null, RULES).playersBank);
  assert.ok(!session(null, { bank: { holder: "house" } }).playersBank);
  assert.ok(!new Session().playersBank);
});
