/**
 * `npm run build` makes built/: three pages with a script each, two without, and their style sheet. The same sources give the same bytes.
 * `npm run build -- FOLDER` writes them there instead; `--tests` makes what `npm test` runs.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFile(join(here, name), "utf8");
const common = { bundle: true, charset: "utf8", target: "es2022", absWorkingDir: here, logLevel: "warning" };
const PAGES = [["index", "lobby"], ["table", "table"], ["standings", "standings"], ["missing", null], ["other-host", null]];
/** Sent where nothing else is answered: it links to nothing here, and has no style sheet. */
const ALONE = "other-host";
const UNSCRIPTED = '<noscript><p class="note">This page plays with a script, and scripts are switched off here.</p></noscript>\n';
const LATE = '<p class="note late" id="late">This page has not come whole: load it again in a moment.</p>\n';

/** SHA-256 over all that the pages are built from: a test sees without building whether they are up to date (tests/service/test_built.py). */
async function digest() {
  const sources = (await readdir(join(here, "source"))).map((name) => `source/${name}`);
  const hashed = createHash("sha256");
  for (const name of ["build.mjs", "package-lock.json", ...sources.sort()]) hashed.update(`${name}\n${await read(name)}\n`);
  return hashed.digest("hex");
}

async function pages(folder) {
  await mkdir(folder, { recursive: true });
  const [frame, sources] = [await read("source/page.html"), await digest()];
  for (const [page, script] of PAGES) {
    const [title, kind, main] = (await read(`source/${page}.html`)).split("\n---\n");
    const scripted = script === null ? { script: "", unscripted: "", runs: "no script" }
      : { script: `<script src="/files/${script}.js" defer></script>\n`, unscripted: LATE + UNSCRIPTED, runs: "one script, its own" };
    const parts = { title: title.trim(), kind: kind.trim(), main: main.trim(), sources, ...scripted };
    const around = page === ALONE ? frame.replace(/<link rel="stylesheet".*\n/, "").replace(/<header[^]*<\/header>\n/, "") : frame;
    const filled = around.replace(/%(title|kind|main|script|unscripted|runs|sources)%/g, (_, part) => parts[part]);
    await writeFile(join(folder, `${page}.html`), filled);
  }
  const entryPoints = [...PAGES.filter(([, script]) => script !== null).map(([, script]) => ({ in: `source/${script}.ts`, out: script })), { in: "source/pages.css", out: "pages" }];
  await build({ ...common, entryPoints, format: "iife", minify: true, legalComments: "none", outdir: folder });
}

const [given] = process.argv.slice(2);
if (given === "--tests") {
  const tests = (await readdir(join(here, "tests"))).filter((name) => name.endsWith(".test.ts")).map((name) => `tests/${name}`);
  await build({ ...common, entryPoints: tests, format: "esm", platform: "node", outdir: "node_modules/.tests", outExtension: { ".js": ".mjs" } });
} else {
  await pages(given ?? join(here, "built"));
}
