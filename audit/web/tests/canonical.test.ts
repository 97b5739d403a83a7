/** The canonical form, names, times and links: what is taken and what is refused. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST, readBundle } from "../source/bundle.ts";
import { fromBase64 } from "../source/bytes.ts";
import { readCanonical } from "../source/canonical.ts";
import { readEvent } from "../source/events.ts";
import { bundleAddress, readLink } from "../source/link.ts";
import { Refused } from "../source/refused.ts";
import { folded, isName, isTime } from "../source/words.ts";

const SEEN_BY_NOBODY = "\u200b";

test("what could have been written otherwise is refused, each with where and why", () => {
  const odd = [
    "", " {}", "{} ", '{"b":1,"a":2}', '{"a":1,"a":1}', '{"a": 1}', "[1,]", "[1 ]", "01", "-0", "1.0", "1e3", "+1", "9007199254740992", '"\\/"', '"\\u0041"',
    '"\\u000A"', '"\\ud800"', '"\n"', '"', "tru", "NaN", '{"é":1}', "{1:2}", '{"a"}', "[".repeat(100_000), "null null",
  ];
  for (const text of odd) assert.throws(() => readCanonical(text), Refused, text.slice(0, 20));
});

test("a file of more than 64 MiB is refused before it is read", () => {
  assert.throws(() => readBundle(new Uint8Array(LONGEST + 1), () => undefined), /longer than the 64 MiB/);
});

test("keys of JavaScript's own are keys like any other", () => {
  const read = readCanonical('{"__proto__":{"toString":1},"constructor":[]}');
  assert.ok(read instanceof Map);
  assert.deepEqual([...read.keys()], ["__proto__", "constructor"]);
  assert.equal(({} as { toString: unknown }).toString, Object.prototype.toString);
});

test("base64 has one form", () => {
  assert.deepEqual(fromBase64("AQI="), Uint8Array.of(1, 2));
  for (const text of ["AQJ=", "AQI", "AQI==", "A QI", "AQ-_", "="]) assert.equal(fromBase64(text), null, text);
});

test("names are in one form, and twins are known", () => {
  for (const name of ["Ann", "Борис", "Ann Bo", "é", "😀".repeat(32)]) assert.ok(isName(name, 32), name);
  for (const name of ["", " Ann", "Ann ", "A  n", "e\u0301", `A${SEEN_BY_NOBODY}n`, "A\u00a0n", "\ud800", "\ue000", "a".repeat(33)]) assert.ok(!isName(name, 32), name);
  for (const [one, other] of [["STRASSE", "straße"], ["ẞ", "ss"], ["ΣΑΣ", "σας"], ["ﬁ", "FI"], ["Ꭰ", "ꭰ"], ["\u212a", "k"]]) assert.equal(folded(one as string), folded(other as string));
  assert.notEqual(folded("ı"), folded("i"));
});

test("times are days that a calendar has", () => {
  for (const time of ["2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z"]) assert.ok(isTime(time), time);
  for (const time of ["2023-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:60Z", "2024-13-01T00:00:00Z", "2024-1-1T0:0:0Z"]) assert.ok(!isTime(time), time);
});

test("events are those of the grammar, down to the space", () => {
  assert.deepEqual(readEvent("2.1/4 timeout follow 10").who, { is: "hand", path: "2.1", box: 2, bettor: 4 });
  assert.deepEqual(readEvent("1 split 8C 8D").cards, ["8C", "8D"]);
  for (const event of ["1 deal 1C", "1 deal xx", "D burn XX", "1  stand", "1 stand ", "1 bet 01", "1 bet 9999999999999", "s17 leave", "15 stand", "1.3 stand", "D lot 1", "x"]) {
    assert.throws(() => readEvent(event), Refused, event);
  }
});

test("a link's key keeps its plus signs, and its bundle is of the page's own server", () => {
  assert.deepEqual(readLink("#vkey=a.b/c+1a2b3c4d+AX+/=&bundle=/v1/rounds/1/2/bundle"), { vkey: "a.b/c+1a2b3c4d+AX+/=", bundle: "/v1/rounds/1/2/bundle" });
  assert.equal(readLink("#bundle=a%20b").bundle, "a b");
  assert.equal(bundleAddress("hand.json", new URL("https://club.example/x/verify.html")).href, "https://club.example/x/hand.json");
  for (const bundle of ["https://elsewhere.example/b", "//elsewhere.example/b", "data:text/plain,x", "javascript:alert(1)"]) {
    assert.throws(() => bundleAddress(bundle, new URL("https://club.example/")), Refused, bundle);
  }
  assert.throws(() => bundleAddress("hand.json", new URL("file:///tmp/verify.html")), Refused);
});
