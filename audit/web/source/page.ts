/** The page: takes a bundle and a verifier key, has them checked, and shows what came of it. */

import { LONGEST } from "./bundle.ts";
import { startChecking, type Checking } from "./checking.ts";
import { byId, element, withCommands } from "./elements.ts";
import { fetchBundle, fetchKey } from "./fetching.ts";
import { readLink } from "./link.ts";
import { Refused } from "./refused.ts";
import type { Verified } from "./said.ts";
import { showSteps } from "./steps.ts";
import { verdictOf, type KeySource } from "./verdict.ts";
import { ways } from "./ways.ts";

/** What the page holds between two checks. */
interface Held {
  bytes: Uint8Array | null;
  source: KeySource;
  checking: Checking | null;
  /** How many bundles were asked for: the answer to an earlier one comes too late. */
  asked: number;
}

const held: Held = { bytes: null, source: "given", checking: null, asked: 0 };

/** Bring the page to life. */
export function openPage(): void {
  const [file, key] = [byId<HTMLInputElement>("file"), byId<HTMLInputElement>("vkey")];
  file.onchange = () => void takeFile(file.files?.[0]);
  key.oninput = () => (held.source = "given");
  key.onchange = check;
  byId("form").onsubmit = (event) => {
    event.preventDefault();
    check();
  };
  byId("stop").onclick = () => refuse("The check was stopped before it was done.");
  if (location.protocol !== "file:") offerServersKey();
  byId("masthead").append(...ways(new URL(location.href)));
  takeDrops();
  window.onhashchange = () => void followLink();
  void followLink();
}

function takeDrops(): void {
  const zone = document.documentElement;
  zone.ondragover = (event) => {
    event.preventDefault();
    document.body.classList.add("dragging");
  };
  zone.ondragleave = (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dragging");
  };
  zone.ondrop = (event) => {
    event.preventDefault();
    document.body.classList.remove("dragging");
    const files = event.dataTransfer?.files;
    if (files?.[0]) byId<HTMLInputElement>("file").files = files;
    void takeFile(files?.[0]);
  };
}

async function takeFile(file: File | undefined): Promise<void> {
  if (!file) return;
  byId("chosen").textContent = "";
  await take(async () => {
    if (file.size > LONGEST) throw new Refused("This file is longer than the 64 MiB that a hand bundle may have.");
    return new Uint8Array(await file.arrayBuffer());
  });
}

/** Do as the page's link says. */
async function followLink(): Promise<void> {
  const { vkey, bundle } = readLink(location.hash);
  if (vkey !== "") {
    byId<HTMLInputElement>("vkey").value = vkey;
    held.source = "link";
  }
  if (bundle === "") return;
  byId("chosen").textContent = `From the link: ${bundle}`;
  await take(() => fetchBundle(bundle, new URL(location.href)));
}

/** Hold a bundle and check it, or say why there is none. */
async function take(getting: () => Promise<Uint8Array>): Promise<void> {
  const asked = (held.asked += 1);
  held.bytes = null;
  try {
    const bytes = await getting();
    if (asked === held.asked) held.bytes = bytes;
  } catch (error) {
    if (asked === held.asked) refuse(error instanceof Refused ? error.message : "This file cannot be read; choose it again.");
  }
  if (asked === held.asked) check();
}

function offerServersKey(): void {
  const button = byId<HTMLButtonElement>("ask");
  button.hidden = false;
  button.onclick = async () => {
    try {
      byId<HTMLInputElement>("vkey").value = await fetchKey(new URL(location.href));
    } catch (error) {
      refuse(error instanceof Refused ? error.message : "This server does not answer.");
      return;
    }
    held.source = "server";
    check();
  };
}

function check(): void {
  const vkey = byId<HTMLInputElement>("vkey").value.trim();
  if (held.bytes === null) return;
  held.checking?.stop();
  byId("result").hidden = true;
  byId("working").hidden = false;
  const began = performance.now();
  const source = vkey === "" ? "bundle" : held.source;
  held.checking = startChecking({ bytes: held.bytes, vkey }, (answer) => {
    if (answer.is === "progress") tellProgress(answer.what, answer.done);
    else if (answer.is === "refused") refuse(answer.why);
    else show(answer.verified, source, performance.now() - began);
  });
}

function tellProgress(what: string, done: number): void {
  byId("doing").textContent = `${what} …`;
  byId<HTMLProgressElement>("progress").value = done;
}

/** The end of a check: nothing is at work any more, and this is what came of it. */
function conclude(tone: string, word: string, sentence: string): void {
  held.checking?.stop();
  held.checking = null;
  byId("working").hidden = true;
  byId("result").hidden = false;
  byId("verdict").className = `verdict ${tone}`;
  byId("word").textContent = word;
  byId("sentence").replaceChildren(...withCommands(sentence));
}

function refuse(why: string): void {
  byId("found").hidden = true;
  conclude("wrong", "Refused", why);
}

function show(verified: Verified, source: KeySource, took: number): void {
  const { tone, word, sentence } = verdictOf(verified, source);
  byId("found").hidden = false;
  byId("heading").textContent = verified.heading;
  byId("about").replaceChildren(...verified.lines.map((line) => element("li", {}, line)));
  byId("proven").replaceChildren(...verified.proven.map((one) => element("li", {}, ...withCommands(one))));
  byId("not-proven").replaceChildren(...verified.notProven.map((one) => element("li", {}, ...withCommands(one))));
  byId("key").textContent = verified.key;
  byId("took").textContent = `Checked in ${(took / 1000).toFixed(took < 10_000 ? 2 : 0)} s, in this browser.`;
  const button = (id: string): HTMLButtonElement => byId<HTMLButtonElement>(id);
  showSteps(verified.story, { felt: byId("felt"), said: byId("said"), list: byId("list"), first: button("first"), back: button("back"), next: button("next"), last: button("last") });
  conclude(tone, word, sentence);
}
