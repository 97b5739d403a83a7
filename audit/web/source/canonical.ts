/**
 * The canonical form of JSON (FORMAT.md §2, RFC 8785): read in one pass that accepts no other form, and written.
 *
 * Objects become maps, so that no key of a stranger's is ever a property.
 */

import { Refused } from "./refused.ts";

export type Value = string | number | boolean | null | readonly Value[] | ReadonlyMap<string, Value>;

const DEEPEST = 16; // nothing in the format nests deeper than half of that
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const INTEGER = /0|-?[1-9][0-9]*/y;
const MORE_OF_A_NUMBER = /[0-9.eE+-]/;
const SHORT = new Map([["b", "\b"], ["t", "\t"], ["n", "\n"], ["f", "\f"], ["r", "\r"], ['"', '"'], ["\\", "\\"]]);
const SHORT_OF = new Map(Array.from(SHORT, ([letter, sign]) => [sign, letter]));
const WORDS: readonly (readonly [string, Value])[] = [["true", true], ["false", false], ["null", null]];

/** The value of a text in canonical form; Refused where a single sign of it could have been written otherwise. */
export function readCanonical(text: string): Value {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.at < text.length) reader.refuse("something follows its end");
  return value;
}

class Reader {
  at = 0;

  constructor(private readonly text: string) {}

  refuse(why: string): never {
    throw new Refused(`is not in canonical form at character ${this.at + 1}: ${why}.`);
  }

  value(depth: number): Value {
    if (depth > DEEPEST) this.refuse("it nests deeper than anything in this format");
    switch (this.text[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.list(depth);
      case '"':
        return this.string();
      case undefined:
        return this.refuse("it ends in the middle");
      default:
        return this.scalar();
    }
  }

  private object(depth: number): ReadonlyMap<string, Value> {
    const read = new Map<string, Value>();
    this.at += 1;
    if (this.skip("}")) return read;
    let before: string | null = null;
    do {
      if (this.text[this.at] !== '"') this.refuse("a key is due");
      const key = this.string();
      if (key === before) this.refuse(`the key ${JSON.stringify(key.slice(0, 40))} stands twice`);
      if (!/^[\x00-\x7f]*$/.test(key)) this.refuse("a key is not ASCII");
      if (before !== null && key < before) this.refuse("its keys are not in order");
      before = key;
      if (!this.skip(":")) this.refuse("a colon is due directly after the key");
      read.set(key, this.value(depth + 1));
    } while (this.skip(","));
    if (!this.skip("}")) this.refuse("a comma or the object’s end is due");
    return read;
  }

  private list(depth: number): readonly Value[] {
    const read: Value[] = [];
    this.at += 1;
    if (this.skip("]")) return read;
    do read.push(this.value(depth + 1));
    while (this.skip(","));
    if (!this.skip("]")) this.refuse("a comma or the list’s end is due");
    return read;
  }

  private string(): string {
    this.at += 1;
    const parts: string[] = [];
    for (;;) {
      PLAIN.lastIndex = this.at;
      const plain = PLAIN.exec(this.text)?.[0] ?? "";
      this.at += plain.length;
      parts.push(plain);
      if (this.skip('"')) return parts.join("");
      if (this.text[this.at] !== "\\") this.refuse(this.at < this.text.length ? "a control character is not escaped" : "it ends in the middle");
      parts.push(this.escaped());
    }
  }

  /** One escape, the shortest there is for its sign. */
  private escaped(): string {
    const letter = this.text[this.at + 1] ?? "";
    const short = SHORT.get(letter);
    if (short !== undefined) {
      this.at += 2;
      return short;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    const sign = String.fromCharCode(Number.parseInt(digits, 16));
    if (letter !== "u" || !/^00[01][0-9a-f]$/.test(digits) || SHORT_OF.has(sign)) this.refuse("an escape is not the shortest one");
    this.at += 6;
    return sign;
  }

  private scalar(): Value {
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    INTEGER.lastIndex = this.at;
    const digits = INTEGER.exec(this.text)?.[0];
    if (digits === undefined) return this.refuse("no value begins so");
    this.at += digits.length;
    if (MORE_OF_A_NUMBER.test(this.text[this.at] ?? "")) this.refuse("a number is not a plain integer");
    const number = Number(digits);
    return Number.isSafeInteger(number) ? number : this.refuse("a number is 2^53 or more");
  }

  private skip(sign: string): boolean {
    const there = this.text[this.at] === sign;
    if (there) this.at += 1;
    return there;
  }
}

/** The canonical form of a value that was read. */
export function canonical(value: Value): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(canonical).join(",")}]`;
  if (value instanceof Map) {
    const entries = Array.from(value as ReadonlyMap<string, Value>).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, of]) => `${canonical(key)}:${canonical(of)}`).join(",")}}`;
  }
  // JSON.stringify writes strings and integers exactly as RFC 8785 wants them.
  return JSON.stringify(value);
}
