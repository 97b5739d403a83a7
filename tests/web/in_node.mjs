/**
 * What the page's own script says of bundles, outside a browser: the script of built/verify.html is run as its worker.
 *
 * node in_node.mjs PAGE < questions; each line in is {"bundle": base64, "vkey"}, each line out what the worker answered.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createContext, Script } from "node:vm";

const [, , page] = process.argv;
const script = /<script>(.*)<\/script>/s.exec(readFileSync(page, "utf8"))[1];
const answers = [];
const worker = createContext({ TextEncoder, TextDecoder, atob, btoa, performance, postMessage: (answer) => answers.push(answer) });
new Script(script, { filename: "verify.html" }).runInContext(worker);

for await (const line of createInterface({ input: process.stdin })) {
  const { bundle, vkey } = JSON.parse(line);
  const began = performance.now();
  worker.onmessage({ data: { bytes: Uint8Array.from(Buffer.from(bundle, "base64")), vkey } });
  const answer = answers.filter((one) => one.is !== "progress").at(-1);
  answers.length = 0;
  process.stdout.write(`${JSON.stringify({ ...answer, seconds: (performance.now() - began) / 1000 })}\n`);
}
