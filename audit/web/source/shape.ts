/** What a value must be, stated once and read strictly: no unknown or missing key, nothing of another type (FORMAT.md §2). */

import type { Value } from "./canonical.ts";
import { fromBase64, fromHex } from "./bytes.ts";
import { Refused } from "./refused.ts";
import { isName, isTime } from "./words.ts";

/** Reads a value as a type; `where` names it in what is refused. */
export type Shape<T> = (value: Value, where: string) => T;
export type Read<S> = S extends Shape<infer T> ? T : never;
type Shapes = Readonly<Record<string, Shape<unknown>>>;
export type Fields<S extends Shapes> = { readonly [K in keyof S]: Read<S[K]> };

/** An object with exactly these keys. */
export function object<S extends Shapes>(shapes: S): Shape<Fields<S>> {
  const keys = Object.keys(shapes);
  return (value, where) => {
    const map = asMap(value, where);
    const lacking = keys.find((key) => !map.has(key));
    if (lacking !== undefined) throw new Refused(`${where} lacks “${lacking}”.`);
    const unknown = Array.from(map.keys()).find((key) => !keys.includes(key));
    if (unknown !== undefined) throw new Refused(`${where} has ${JSON.stringify(unknown.slice(0, 40))}, which the format does not know there.`);
    return Object.fromEntries(keys.map((key) => [key, (shapes[key] as Shape<unknown>)(map.get(key) as Value, `“${key}” of ${where}`)])) as Fields<S>;
  };
}

export function asMap(value: Value, where: string): ReadonlyMap<string, Value> {
  if (!(value instanceof Map)) throw new Refused(`${where} is no object.`);
  return value as ReadonlyMap<string, Value>;
}

export function list<T>(of: Shape<T>, least = 0, most = Infinity): Shape<readonly T[]> {
  return (value, where) => {
    if (!Array.isArray(value)) throw new Refused(`${where} is no list.`);
    if (value.length < least || value.length > most) throw new Refused(`${where} has ${value.length} entries, which is not what the format allows.`);
    return (value as readonly Value[]).map((entry, at) => of(entry, `entry ${at + 1} in ${where}`));
  };
}

export function orNull<T>(of: Shape<T>): Shape<T | null> {
  return (value, where) => (value === null ? null : of(value, where));
}

export function integer(least: number, most: number): Shape<number> {
  return (value, where) => {
    if (typeof value !== "number") throw new Refused(`${where} is no number.`);
    if (value < least || value > most) throw new Refused(`${where} is ${value}, outside ${least} to ${most}.`);
    return value;
  };
}

export function oneOf<const W extends string>(...words: readonly W[]): Shape<W> {
  return (value, where) => {
    if (!words.includes(value as W)) throw new Refused(`${where} is none of ${words.map((word) => `“${word}”`).join(", ")}.`);
    return value as W;
  };
}

/** A string of which something is true, said in words. */
export function string(what: string, isSuch: (text: string) => boolean = () => true): Shape<string> {
  return (value, where) => {
    if (typeof value !== "string" || !isSuch(value)) throw new Refused(`${where} is no ${what}.`);
    return value;
  };
}

/** Bytes, as text of some kind. */
function bytes(what: string, decoded: (text: string) => Uint8Array | null): Shape<Uint8Array> {
  return (value, where) => {
    const read = typeof value === "string" ? decoded(value) : null;
    if (read === null) throw new Refused(`${where} is no ${what}.`);
    return read;
  };
}

export const anything: Shape<Value> = (value) => value;
export const name = string("name", (text) => isName(text, 32));
export const text = string("text of 1 to 500 characters in the form of §2", (words) => isName(words, 500));
export const time = string("valid time in UTC", isTime);
/** 32 bytes as 64 lower-case hexadecimal digits. */
export const hash = bytes("64 lower-case hexadecimal digits", (digits) => (/^[0-9a-f]{64}$/.test(digits) ? fromHex(digits) : null));
/** So many bytes as base64. */
function base64(length: number): Shape<Uint8Array> {
  return bytes(`base64 of ${length} bytes`, (encoded) => {
    const decoded = fromBase64(encoded);
    return decoded?.length === length ? decoded : null;
  });
}

export const base64Hash = base64(32);
export const base64Signature = base64(64);
