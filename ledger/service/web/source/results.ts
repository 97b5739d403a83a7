/** The round that is over in words, where a hand of it can be checked, and how the session ended. */

import { fan } from "./cards.ts";
import { element, named, type Part } from "./elements.ts";
import { Names } from "./names.ts";
import { totalOf, type Rules } from "./points.ts";
import { inOrder, Round, type Stake } from "./round.ts";
import { outcomeWords } from "./told.ts";
import type { Place, View } from "./views.ts";

const REASONS: Readonly<Record<string, string>> = {
  rounds: "All rounds are played.", players: "Nobody is left to stake.", seeds: "The sealed shoes are used up.", stopped: "The director closed the table.",
};

const LINKED = 100;

/** The highest round of which, and of all before it, every shoe is revealed. */
export function checkable(view: View, rules: Rules): number {
  const last = view.last;
  if (last === null) return 0;
  if (view.state === "closed" || rules.everyRound || last.void) return last.round;
  return last.log.some((event) => /^D (re)?shuffle /.test(event)) ? last.round - 1 : 0;
}

/** The link to the page that checks a round in the reader's own browser. */
export function checkLink(session: number, round: number, vkey: string): string {
  const bundle = encodeURIComponent(`/v1/rounds/${session}/${round}/bundle`);
  return `/verify#${vkey === "" ? "" : `vkey=${vkey}&`}bundle=${bundle}`;
}

/** The link that saves what `shoe verify` takes of a round. */
export function bundleLink(session: number, round: number, words: string, label: string | null = null): HTMLElement {
  return element("a", { download: `bundle-${session}-${round}.json`, href: `/v1/rounds/${session}/${round}/bundle`, "aria-label": label }, words);
}

/** Links to check the rounds before this one: of a long session the last hundred. */
export function earlierRounds(session: number, before: number, vkey: string): HTMLElement | null {
  if (before <= 1) return null;
  const first = Math.max(1, before - LINKED);
  const numbers = Array.from({ length: before - first }, (_, at) => first + at);
  const links = numbers.map((round) => element("li", {}, element("a", { href: checkLink(session, round, vkey) }, `Round ${round}`), " ", bundleLink(session, round, "save", `Save the bundle of round ${round}`)));
  return element("details", { "data-key": "earlier" }, element("summary", {}, "Check an earlier round, or save what proves it"), element("ul", { class: "rounds" }, ...links));
}

/** What came of the last round, hand by hand. */
export function lastRound(view: View, last: NonNullable<View["last"]>, rules: Rules): Part[] {
  if (last.void) return [element("h2", {}, `Round ${last.round} is void`), element("p", {}, "It was broken off; all stakes came back.")];
  const [names, round] = [new Names(view, last.banker), new Round(rules, last.log)];
  const lines: HTMLElement[] = [];
  if (round.banker.length > 0) lines.push(line(names.banker, round.banker, totalOf(round.faces("D"), rules), []));
  for (const hand of inOrder(round.hands.values())) {
    for (const [who, stake] of hand.stakes) {
      const name = who === 0 ? names.who(hand.path) : names.who(`${hand.path}/${who}`);
      lines.push(line(name, who === 0 ? hand.cards : [], who === 0 ? totalOf(round.faces(hand.path), rules) : "", came(stake)));
    }
  }
  const won = view.you.seat === null ? null : net(round, names, view.you.seat);
  const mine = won !== null && element("p", { class: "won" }, won === 0 ? "You come out even." : `You ${won > 0 ? "win" : "lose"} ${Math.abs(won)}.`);
  return [element("h2", {}, `Round ${last.round}`), mine, element("ul", { class: "results" }, ...lines)];
}

function line(name: string, cards: Parameters<typeof fan>[0], total: string, words: readonly string[]): HTMLElement {
  return element("li", {}, element("b", {}, named(name)), " ", fan(cards), ` ${[total, ...words.filter((one) => !total.includes(one))].filter(Boolean).join(", ")}`);
}

function came(stake: Stake): string[] {
  if (stake.paid === null) return [`${stake.staked} staked`];
  const lost = stake.paid === 0 ? `${stake.staked} lost` : `${stake.paid} paid out for ${stake.staked}`;
  return [stake.outcome && outcomeWords(stake.outcome), lost].filter(Boolean);
}

/** What a seat has won or lost in a round: as a punter, or against all others as the banker. */
function net(round: Round, names: Names, seat: number): number {
  let sum = 0;
  for (const hand of round.hands.values()) {
    for (const [who, stake] of hand.stakes) {
      const bettor = who || names.boxes.get(Number(hand.path.split(".")[0])) || 0;
      const gain = (stake.paid ?? 0) - stake.staked - stake.insured - stake.charged;
      if (bettor === seat) sum += gain;
      else if (names.bank === seat) sum -= gain;
    }
  }
  return sum;
}

/** How the session ended. */
export function ended(view: View): Part[] {
  if (view.standings === null) return [];
  return [element("h2", {}, "The table is closed"), element("p", {}, REASONS[view.reason ?? ""] ?? ""), view.standings.length > 0 && places("Standings", view.standings, view.you.seat)];
}

/** Standings as a table; `at`: at which table somebody sat, where they come from several. */
export function places(caption: string, standings: readonly (Place & { readonly at?: string })[], you: number | null = null): HTMLElement {
  const heads = ["Place", "Player", "Net"].map((head, at) => element("th", { scope: "col", class: at === 2 ? "n" : at === 0 ? "place" : "" }, head));
  const rows = standings.map((one) =>
    element(
      "tr",
      { class: one.place === 1 ? "first" : "" },
      element("td", { class: "place" }, String(one.place)),
      element("th", { scope: "row" }, named(one.name), one.seat === you && " (you)", ...(one.at === undefined ? [] : [" ", element("small", { class: "quiet" }, named(one.at))])),
      element("td", { class: "n net" }, signed(one.net)),
    ),
  );
  return element("table", { class: "places" }, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

/** An amount with its sign. */
export function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0";
}
