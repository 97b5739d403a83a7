/** The one way in which anything here is refused: a sentence for people, which says what is wrong and where. */

export class Refused extends Error {}

/** Do something with a part of the file; what it refuses is then told with the part's name before it, as one sentence. */
export function within<T>(part: string, how: () => T): T {
  try {
    return how();
  } catch (error) {
    if (error instanceof Refused) throw new Refused(`${part}${/^(is|has) /.test(error.message) ? "" : ":"} ${error.message}`);
    throw error;
  }
}

/** A stranger's text, short enough to be told in a sentence. */
export function quoted(text: string): string {
  const signs = Array.from(text.slice(0, 120));
  const short = signs.length > 40 ? `${signs.slice(0, 40).join("")}…` : text;
  return `“${short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "�")}”`;
}
