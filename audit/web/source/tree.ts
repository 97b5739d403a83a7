/** The Merkle tree of RFC 9162 (FORMAT.md §2, §11): leaf hashes, inclusion and consistency proofs. */

import { sha256 } from "@noble/hashes/sha2.js";

import { equal, joined } from "./bytes.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The leaf hash of a line, without its newline. */
export function leafHash(line: Uint8Array): Uint8Array {
  return sha256(joined([LEAF, line]));
}

function node(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined([NODE, left, right]));
}

const isOdd = (number: number): boolean => number % 2 === 1;
const half = (number: number): number => Math.floor(number / 2);

/** Whether a proof leads from a leaf, at its index, to the root of a tree of this size (RFC 9162 §2.1.3.2). */
export function includes(leaf: Uint8Array, index: number, size: number, proof: readonly Uint8Array[], root: Uint8Array): boolean {
  if (index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = node(sibling, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = node(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equal(hash, root);
}

/** Whether a proof shows that a tree begins with all the lines of a smaller one (RFC 9162 §2.1.4.2). */
export function extendsTree(oldSize: number, oldRoot: Uint8Array, size: number, root: Uint8Array, proof: readonly Uint8Array[]): boolean {
  if (oldSize > size) return false;
  if (oldSize === 0) return proof.length === 0 && equal(oldRoot, sha256(new Uint8Array()));
  if (oldSize === size) return proof.length === 0 && equal(oldRoot, root);
  let [at, last] = [oldSize - 1, size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  const path = at === 0 ? [oldRoot, ...proof] : [...proof];
  const first = path.shift();
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const hash of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [older, newer] = [node(hash, older), node(hash, newer)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      newer = node(newer, hash);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equal(older, oldRoot) && equal(newer, root);
}
