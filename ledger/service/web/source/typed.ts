/** Names and words that somebody typed, as they may stand in the ledger (FORMAT.md §2). */

/** Control, format, surrogate and private-use characters: hardly a keyboard has them, but pasted text does. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

/** The text with composed accents, and one plain space for every stretch of spaces of any kind. */
export function tidied(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().normalize("NFC");
}

/** Why a tidied text cannot stand in the ledger; nothing if it can. `most` counts characters. */
export function textFault(text: string, most: number, whenEmpty: string): string {
  if (text === "") return whenEmpty;
  const found = UNSEEN.exec(text);
  if (found) return `It holds a character that nobody can see (U+${(found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}); write it without.`;
  return Array.from(text).length > most ? `It has ${Array.from(text).length} characters, and at most ${most} can stand there.` : "";
}
