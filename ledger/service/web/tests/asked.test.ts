/** What may be answered, and what is shown of a round: for every act there is a button, and for every event words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { amountFault, chips, choices } from "../source/acts.ts";
import { Names } from "../source/names.ts";
import { inOrder, owners, readEvent, Round } from "../source/round.ts";
import { Events } from "../source/stream.ts";
import { tar } from "../source/tar.ts";
import { tell } from "../source/told.ts";
import type { Own, Seat } from "../source/views.ts";

const OWN: Own = { hand: "1", legal: ["bet", "sit"], least: 2, most: 40, step: 2, cards: [], total: null, soft: null, upcard: null, default: "sit", hash: "", basis: "", seen: 0 };
const RULES = { ace: "soft", lowPictures: false, doublesFaceDown: false, deal: "c", everyRound: true };
const seat = (number: number, boxes: number[]): Seat => ({ seat: number, name: `P${number}`, boxes, plays: "person", balance: 0, source: "own", signs: false, hash: null, revealed: true, playing: true, leaving: false });

test("every act gets a label, and a letter that no other has", () => {
  const all = choices("turn", { ...OWN, legal: ["hit", "stand", "double", "split", "surrender", "something new"], default: "stand" });
  assert.deepEqual(all.map(({ letter }) => letter), ["h", "s", "d", "p", "u", "o"]);
  assert.equal(all.at(-1)?.label, "Something new");
  assert.ok(!all.some(({ takesEnter }) => takesEnter), "a turn has no answer that goes without saying");
});

test("offers are answered by yes and no, and Enter declines", () => {
  const all = choices("even", { ...OWN, legal: ["even", "decline even"], default: "decline even" });
  assert.deepEqual(all.map(({ letter, takesEnter }) => [letter, takesEnter]), [["y", false], ["n", true]]);
});

test("amounts are asked for where there is a choice of them, limits in two steps", () => {
  assert.deepEqual(choices("stakes", OWN).map(({ wants }) => wants), ["amount", ""]);
  assert.deepEqual(choices("stakes", { ...OWN, most: 2 }).map(({ act }) => act), ["bet 2", "sit"]);
  assert.deepEqual(choices("limits", { ...OWN, legal: ["limits 4"], hand: "D" }).map(({ act, label }) => [act, label]), [["limits 4", "Limits from 4 to"]]);
  assert.deepEqual(choices("ruling", { ...OWN, legal: ["none", "ruling TEXT"] }).map(({ act, wants }) => [act, wants]), [["none", ""], ["ruling", "words"]]);
});

test("Enter decides nothing about a hand, and cards that are thrown away are numbered", () => {
  const all = choices("choice", { ...OWN, legal: ["both", "toss 9D", "toss 5C"], default: "toss 5C" });
  assert.deepEqual(all.map(({ letter, takesEnter }) => [letter, takesEnter]), [["b", false], ["1", false], ["2", false]]);
  for (const phase of ["banker", "over"]) assert.ok(!choices(phase, { ...OWN, legal: ["hit", "stand"], default: "stand" }).some(({ takesEnter }) => takesEnter));
});

test("a shoe is cut at its quarters", () => {
  assert.deepEqual(chips({ ...OWN, legal: ["cut"], least: 0, most: 311, step: 1 }, 40), [77, 155, 233]);
});

test("amounts are held to the least, the most and the step", () => {
  for (const good of ["2", "40", " 8 "]) assert.equal(amountFault(good, OWN), "");
  for (const bad of ["", "1", "3", "42", "1e1", "-2", "2.0", "x"]) assert.match(amountFault(bad, OWN), /from 2 to 40 in steps of 2/);
  assert.deepEqual(chips(OWN, 6), [2, 4, 6, 10, 20, 40]);
  assert.deepEqual(chips({ ...OWN, most: 3 }, null), [2]);
});

test("each act of the grammar has words of its own", () => {
  const grammar = readFileSync("source/told.ts", "utf8").match(/^ {2}"([Dsh] [^"]+)"/gm) ?? [];
  assert.ok(grammar.length > 75);
  const names = new Names({ seats: [seat(1, [1])] }, 0);
  for (const one of grammar) {
    const [, actor = "", act = ""] = /"([Dsh]) ([^"]+)"/.exec(one) ?? [];
    const event = `${{ D: "D", s: "s1", h: "1" }[actor] ?? ""} ${act} 5H 5C`;
    const [told = ""] = tell(["1 deal 9H", "1 deal 9C", event], 2, names, RULES);
    assert.ok(told !== event && told.endsWith(".") && !/%|undefined/.test(told), told);
  }
  assert.deepEqual(tell(["1 timeout stand", "9 dance"], 0, names, RULES), ["No answer came, so the default: P1 stands.", "9 dance"]);
});

test("a split hand lies as two, each with its stake, and those who stayed are on the first alone", () => {
  const round = new Round(RULES, ["1 bet 2", "1/2 bet 4", "1/3 bet 6", "1 deal 8H", "1 deal 8C", "1/2 follow 4", "1/3 stay", "1 split 8H 8C", "1.1 draw TC", "1.1 double 2C", "1.2 bust 0"]);
  assert.deepEqual(inOrder(round.hands.values()).map(({ path, stakes }) => [path, ...Array.from(stakes, ([who, { staked }]) => [who, staked])]), [
    ["1"], ["1.1", [0, 4], [2, 4], [3, 6]], ["1.2", [0, 2], [2, 4]],
  ]);
  assert.deepEqual(round.faces("1.1"), ["8H", "TC", "2C"]);
  assert.equal(readEvent("2.1/3 timeout stay").bettor, 3);
});

test("a box that is played as two hands before its stake comes has it on each", () => {
  const round = new Round(RULES, ["1 down 8H", "1 extra 9C", "1 both", "1 bet 4", "D raise"]);
  assert.deepEqual(inOrder(round.hands.values()).map(({ path, stakes }) => [path, stakes.get(0)?.staked]), [["1", undefined], ["1.1", 8], ["1.2", 8]]);
});

test("in a private game boxes are counted from the banker's left", () => {
  const seats = [seat(1, [1]), seat(2, [2]), seat(3, [3])];
  assert.deepEqual([...owners({ seats }, 2)], [[2, 1], [1, 3]]);
  assert.deepEqual([...owners({ seats }, 0)], [[1, 1], [2, 2], [3, 3]]);
});

test("events of a stream are told however they are cut", () => {
  const sent = ": alive\n\nevent: table\nid: 3\ndata: {\"a\":1}\n\nevent: table\nid: 4\ndata: {\"a\":2}\n\n";
  for (let size = 1; size < sent.length; size += 7) {
    const told: string[] = [];
    const events = new Events((data) => told.push(data));
    for (let at = 0; at < sent.length; at += size) events.take(sent.slice(at, at + size));
    assert.deepEqual(told, ['{"a":1}', '{"a":2}']);
  }
});

test("an archive is whole blocks, and its sums are right", () => {
  const made = tar(new Map([["receipts/1-1-9.receipt", "a note\n"], ["receipts/1-1-12.receipt", "x".repeat(600)]]));
  assert.equal(made.length, 512 * (2 + 3 + 2));
  const header = made.slice(0, 512);
  const told = Number.parseInt(new TextDecoder().decode(header.slice(148, 154)), 8);
  assert.equal(header.fill(32, 148, 156).reduce((sum, byte) => sum + byte, 0), told);
});
