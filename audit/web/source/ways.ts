/** What stands above the page where a server has it: a copy to keep, and within the service the way back. From disk there is neither. */

import { element } from "./elements.ts";

/** Where the service has this page. */
const SERVED = "/verify";

/** The links for a page at this address. */
export function ways(page: URL): HTMLElement[] {
  if (!/^https?:$/.test(page.protocol)) return [];
  const links = page.pathname === SERVED ? [element("a", { href: "/" }, "Lobby"), element("a", { href: "/standings" }, "Standings")] : [];
  const save = element("a", { href: page.origin + page.pathname, download: "verify.html" }, "Save this page");
  return [element("nav", { "aria-label": "Pages" }, ...links, save)];
}
