/** Bytes in the forms in which FORMAT.md writes them: UTF-8, hexadecimal, base64 (RFC 4648 §4). */

const ENCODER = new TextEncoder();
const HEX = /^([0-9a-f]{2})*$/;

export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What hexadecimal digits stand for; null where they are none, or not this many bytes. */
export function fromHex(text: string, length = 32): Uint8Array | null {
  if (!HEX.test(text) || text.length !== 2 * length) return null;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** What base64 stands for; null where it is none, or would not encode again to itself (§3). */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

export function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** Bytes that nobody can guess. */
export function random(length = 32): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length));
}
