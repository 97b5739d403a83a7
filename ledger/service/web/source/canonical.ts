/** JSON in canonical form (FORMAT.md §2, RFC 8785): written, and read where it is written so. */

import { Refused } from "./refused.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Fields = { readonly [key: string]: Json };

/** A value as it must be written: keys sorted, no white space, shortest escapes. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, of]) => `${JSON.stringify(key)}:${canonical(of)}`).join(",")}}`;
  }
  // JSON.stringify writes strings and integers exactly as RFC 8785 wants them.
  return JSON.stringify(value);
}

/** The object of a text with just these keys; Refused, which says `what` it is not, where a single sign could have been written otherwise. */
export function readFields(text: string, keys: readonly string[] | null, what: string): Fields {
  let value: Json = null;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // refused below
  }
  if (value === null || typeof value !== "object" || Array.isArray(value) || canonical(value) !== text) throw new Refused(`This is not ${what} in canonical form.`);
  const fields = value as Fields;
  if (keys !== null && Object.keys(fields).sort().join() !== [...keys].sort().join()) throw new Refused(`This is not ${what}: it has other keys.`);
  return fields;
}

/** A text among fields; Refused where there is none. */
export function textOf(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== "string") throw new Refused(`The field “${key}” must be a text.`);
  return value;
}
