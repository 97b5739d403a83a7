/** What the page fetches, from its own server alone: a bundle that a link names, and the key that a service tells. */

import { LONGEST } from "./bundle.ts";
import { joined } from "./bytes.ts";
import { bundleAddress } from "./link.ts";
import { Refused } from "./refused.ts";

/** The bundle that a link names; Refused where the server does not give one. */
export async function fetchBundle(bundle: string, page: URL): Promise<Uint8Array> {
  const response = await asked(bundleAddress(bundle, page));
  if (response.status === 409) throw new Refused("This round has no bundle yet: its shoe goes on. Ask again when the shoe is over, or its session closed.");
  if (!response.ok || !response.body) throw new Refused(`The server has no such bundle (it answered ${response.status}).`);
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LONGEST) {
      await reader.cancel();
      throw new Refused("The server’s file is longer than the 64 MiB that a hand bundle may have.");
    }
    parts.push(part.value);
  }
  return joined(parts);
}

/** The verifier key that a service tells (docs/SERVICE.md, `/v1/ledger`); Refused where there is none. */
export async function fetchKey(page: URL): Promise<string> {
  const response = await asked(new URL("/v1/ledger", page));
  const told: unknown = response.ok ? await response.json().catch(() => null) : null;
  const vkey: unknown = told !== null && typeof told === "object" && "vkey" in told ? told.vkey : null;
  if (typeof vkey !== "string") throw new Refused("This server tells no verifier key: ask the operator for it.");
  return vkey;
}

async function asked(address: URL): Promise<Response> {
  try {
    return await fetch(address, { redirect: "error", credentials: "omit", cache: "no-store" });
  } catch {
    throw new Refused("The server does not answer.");
  }
}
