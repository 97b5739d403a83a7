/** The page's own link: `#vkey=…&bundle=…`. */

import { Refused } from "./refused.ts";

export interface Link {
  readonly vkey: string;
  readonly bundle: string;
}

/** What a link's fragment asks for, empty where it does not. A plus sign is itself: verifier keys are full of them. */
export function readLink(fragment: string): Link {
  const given = new Map(
    fragment.replace(/^#/, "").split("&").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, Math.max(at, 0)), decoded(part.slice(at + 1))] as const;
    }),
  );
  return { vkey: given.get("vkey") ?? "", bundle: given.get("bundle") ?? "" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a bundle beside this page; Refused where it is elsewhere, or where a page from disk cannot fetch. */
export function bundleAddress(bundle: string, page: URL): URL {
  if (page.protocol === "file:") throw new Refused("A page that was opened from disk fetches nothing: save the bundle and choose it here.");
  const address = URL.canParse(bundle, page) ? new URL(bundle, page) : null;
  if (address?.origin !== page.origin) throw new Refused("The link’s bundle is on another server, and this page fetches only from its own: save the bundle and choose it here.");
  return address;
}
