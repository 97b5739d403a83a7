/** Bytes in the forms in which FORMAT.md writes them: UTF-8, hexadecimal, base64 (RFC 4648 §4). */

const ENCODER = new TextEncoder();

/** Text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** UTF-8 as text, a byte order mark included; null where the bytes are no UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of an even number of hexadecimal digits, which the caller has seen to be such. */
export function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** What base64 stands for; null where it is none, or would not encode again to itself (§3). */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    return null;
  }
  const bytes = Uint8Array.from(decoded, (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

export function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
