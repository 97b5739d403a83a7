/** A player's entropy: made here and kept, its hash given, and revealed only once all is seen to be signed (FORMAT.md §12). */

import { ask, askText } from "./api.ts";
import { keptText, keys, secrets } from "./kept.ts";
import { parseKey } from "./note.ts";
import { verifyInvitation, verifySeats } from "./proven.ts";
import { Refused } from "./refused.ts";
import { hashFile, newSecret, revealFile, type Secret } from "./secret.ts";
import type { Session } from "./session.ts";
import type { View } from "./views.ts";

export interface Sitting {
  readonly path: string;
  readonly token: () => string | null;
  readonly session: Session;
  /** Somebody has sat down or got up: the table is to be seen with another token. */
  readonly turn: (token: string | null) => void;
  readonly see: (view: View) => void;
}

/** Verify the invitation with a key, make or take a secret for it, and give its hash; the table as it stands then. */
export async function giveHash(sitting: Sitting, name: string, vkey: string, signs: boolean, imported: Secret | null, trouble: (words: string) => void): Promise<View> {
  const key = parseKey(vkey);
  const invited = verifyInvitation(await askText(`${sitting.path}/invitation`, { token: sitting.token(), trouble }), key);
  if (invited.name !== name) throw new Refused(`The invitation is for ${invited.name}, and not for you; ask the director.`);
  const before = imported?.open === invited.open ? imported : secrets.of(invited.open, name);
  const secret = before ?? newSecret(invited, signs);
  secrets.keep(secret); // before anything is told: whoever loses it cannot reveal it
  keys.keep(key.name, key.text);
  const view = await ask<View>(`${sitting.path}/hash`, { method: "PUT", token: sitting.token(), file: hashFile(secret), trouble });
  sitting.session.open = keptText("open", `${key.name}/${view.session ?? 0}`, invited.open); // by which the secret is found again, to be saved
  return view;
}

/** Verify the file of all seats, keep its checkpoint, and only then reveal; the table as it stands then. */
export async function reveal({ path, session, token }: Sitting, view: View, trouble: (words: string) => void): Promise<View> {
  const [key, secret] = [session.key, session.secretOf(view)];
  if (secret === null) throw new Refused("This browser does not have the secret that your hash was made of: open this page where you gave it, or take the secret over from its file.");
  if (key === null) throw new Refused("This browser does not know the ledger’s key; open this page where you gave your hash.");
  keptText("checkpoint", session.place(view), verifySeats(session.seatsFile ?? "", key, secret));
  return ask<View>(`${path}/reveal`, { method: "PUT", token: token(), file: revealFile(secret), trouble });
}
