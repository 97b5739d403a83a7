/** The seed chain, entropy and the streams of numbers that follow from them (FORMAT.md §6). */

import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";

import { joined, utf8 } from "./bytes.ts";

const WORD = 2 ** 32;

export interface Entropy {
  readonly name: string;
  readonly entropy: Uint8Array;
}

function u32(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

/** A number in 8 bytes, big-endian. */
export function u64(number: number): Uint8Array {
  return joined([u32(Math.floor(number / WORD)), u32(number % WORD)]);
}

/** Each part preceded by its length. */
export function frame(...parts: readonly Uint8Array[]): Uint8Array {
  return joined(parts.flatMap((part) => [u32(part.length), part]));
}

/** SHA-256 over the frame of a label and parts. */
export function H(label: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return sha256(frame(utf8(label), ...parts));
}

const LINK = frame(utf8("sealedshoe/1/chain"), new Uint8Array(32));

/** The seed of the shoe before: s_{k−1} of s_k. A chain may have 2^24 of them, so the frame is laid out once. */
export function seedBefore(seed: Uint8Array): Uint8Array {
  LINK.set(seed, LINK.length - seed.length);
  return sha256(LINK);
}

export function entropyHash(openLeaf: Uint8Array, { name, entropy }: Entropy): Uint8Array {
  return H("sealedshoe/1/entropy", openLeaf, utf8(name), entropy);
}

export function entropyRoot(seats: readonly Entropy[]): Uint8Array {
  return H("sealedshoe/1/entropy-root", ...seats.flatMap(({ name, entropy }) => [utf8(name), entropy]));
}

/** What every stream of a session depends on beside its shoe. */
export interface Source {
  readonly openLeaf: Uint8Array;
  readonly entropyRoot: Uint8Array;
}

/** A stream of numbers, read from the front. */
export class Stream {
  private readonly shake;

  constructor(label: "cards" | "cut" | "lot", seed: Uint8Array, shoe: number, source: Source, ...more: readonly Uint8Array[]) {
    const parts = frame(utf8(`sealedshoe/1/${label}`), seed, source.openLeaf, u64(shoe), source.entropyRoot, ...more);
    this.shake = shake256.create({}).update(parts);
  }

  /** The next number below n: words that would favour the low ones are passed over. */
  below(n: number): number {
    for (;;) {
      const bytes = this.shake.xof(4);
      const word = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
      if (word < WORD - (WORD % n)) return word % n;
    }
  }
}
