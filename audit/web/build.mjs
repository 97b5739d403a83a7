/**
 * `npm run build` makes built/verify.html: one file that holds script and style. The same sources give the same bytes.
 * `npm run build -- FILE` writes it there instead; `--tests` makes what `npm test` runs.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFile(join(here, name), "utf8");
const common = { bundle: true, charset: "utf8", target: "es2022", absWorkingDir: here, logLevel: "warning" };

/** SHA-256 over all that the page is built from: a test sees without building whether it is up to date (tests/web/test_built.py). */
async function digest() {
  const sources = (await readdir(join(here, "source"))).map((name) => `source/${name}`);
  const hashed = createHash("sha256");
  for (const name of ["../pages/style.css", "build.mjs", "package-lock.json", ...sources.sort()]) hashed.update(`${name}\n${await read(name)}\n`);
  return hashed.digest("hex");
}

async function page() {
  const made = await build({ ...common, entryPoints: ["source/main.ts"], format: "iife", minifySyntax: true, minifyWhitespace: true, legalComments: "none", write: false });
  const script = made.outputFiles[0].text;
  const style = `\n${await read("../pages/style.css")}${await read("source/page.css")}`;
  if (/<\/script|<!--/i.test(script)) throw new Error("The script cannot stand within a page: it has what would end it.");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, "img-src data:", "connect-src 'self'", "worker-src blob:",
    "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types worker",
  ].join("; ");
  const parts = { policy, style, script, sources: await digest() };
  return (await read("source/page.html")).replace(/%(policy|style|script|sources)%/g, (_, part) => parts[part]);
}

const [given] = process.argv.slice(2);
if (given === "--tests") {
  const tests = (await readdir(join(here, "tests"))).filter((name) => name.endsWith(".test.ts")).map((name) => `tests/${name}`);
  await build({ ...common, entryPoints: tests, format: "esm", platform: "node", outdir: "node_modules/.tests", outExtension: { ".js": ".mjs" } });
} else {
  const target = given ?? join(here, "built", "verify.html");
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await page());
}
