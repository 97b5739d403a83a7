/** Several small texts in one file, as `tar` writes and reads them (POSIX ustar). */

import { joined, utf8 } from "./bytes.ts";

const BLOCK = 512;

/** The archive of texts by name (ASCII, at most 100 characters). */
export function tar(files: ReadonlyMap<string, string>): Uint8Array<ArrayBuffer> {
  const parts = Array.from(files, ([name, text]) => {
    const content = utf8(text);
    return joined(header(name, content.length), content, new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK));
  });
  return new Uint8Array(joined(...parts, new Uint8Array(2 * BLOCK)));
}

function header(name: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string): void => block.set(utf8(text), at);
  const octal = (number: number, digits: number): string => `${number.toString(8).padStart(digits, "0")}\0`;
  put(0, name);
  put(100, octal(0o600, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\x0000");
  put(148, `${block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
  return block;
}
