/** Names, texts and times (FORMAT.md §2). */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const ODD_SPACE = /[^\P{Zs} ]/u;
const TIME = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$/;

/** Whether a text has the form of a name, of at most so many code points. */
export function isName(text: string, most: number): boolean {
  const length = text.length > 2 * most ? Infinity : Array.from(text).length;
  const spaced = text.startsWith(" ") || text.endsWith(" ") || text.includes("  ");
  return length >= 1 && length <= most && !spaced && !UNSEEN.test(text) && !ODD_SPACE.test(text) && text.normalize("NFC") === text;
}

/** Whether a text may name a ledger. */
export function isLedgerName(text: string): boolean {
  return isName(text, 64) && !/[\s+]/u.test(text);
}

/** Whether a text is a valid moment, of the years 1 to 9999. */
export function isTime(text: string): boolean {
  const [, year = "", month = "", day = ""] = TIME.exec(text) ?? [];
  if (year === "" || year === "0000") return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.toISOString().slice(0, 10) === `${year}-${month}-${day}`;
}

/** What two names of one session must differ in: NFKC, full case folding, NFKC. */
export function folded(name: string): string {
  return Array.from(name.normalize("NFKC"), foldedSign).join("").normalize("NFKC");
}

/** JavaScript has no case folding. Lower case of upper case of lower case is it, sign by sign, but for the dotless i. */
function foldedSign(sign: string): string {
  return sign === "ı" ? sign : Array.from(sign.toLowerCase().toUpperCase(), (upper) => upper.toLowerCase()).join("");
}
