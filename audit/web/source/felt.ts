/** The table as it lies after a step: the banker, the boxes with their hands, what is staked and what came of it. */

import { fan } from "./cards.ts";
import { element } from "./elements.ts";
import { totalOf } from "./points.ts";
import type { Story } from "./story.ts";
import type { Hand, Stake, Table } from "./table.ts";
import { isShown } from "./told.ts";

/** What the felt shows. */
export function felt(story: Story, table: Table): HTMLElement[] {
  const faces = table.banker.map((card) => card.face);
  const title = element("h3", {}, element("bdi", {}, story.banker), ...(story.isHouse ? [] : [" ", element("small", {}, "banks")]));
  const dealer = element("div", { class: "place dealer" }, title, fan(table.banker, "large"), element("p", { class: "total" }, totalOf(faces, story.rules) || "no card yet"));
  const boxes = Array.from(story.boxes).sort(([one], [other]) => one - other);
  return [dealer, element("div", { class: "boxes" }, ...boxes.map(([box, owner]) => place(story, table, box, owner)))];
}

function place(story: Story, table: Table, box: number, owner: string): HTMLElement {
  const hands = Array.from(table.hands.values()).filter((hand) => hand.path.split(".")[0] === String(box) && isShown(hand));
  const [over, playing] = [hands.filter((hand) => hand.became === "split" || hand.became === "two hands"), hands.filter((hand) => hand.became === "" || hand.became === "sits out")];
  const title = element("h3", {}, element("bdi", {}, owner), " ", element("small", {}, `box ${box}`));
  const became = over.map((hand) => element("p", { class: "split" }, `${hand.path}: ${hand.became === "split" ? "split" : "played as two hands"}`));
  return element("div", { class: "place" }, title, ...became, element("div", { class: "hands" }, ...playing.map((hand) => oneHand(story, hand, owner))));
}

function oneHand(story: Story, hand: Hand, owner: string): HTMLElement {
  const total = totalOf(hand.cards.map((card) => card.face), story.rules);
  const words = [total, hand.became].filter((word) => word !== "").join(", ");
  const path = hand.path.includes(".") ? [element("span", { class: "path" }, hand.path), " "] : [];
  const asked = story.hand !== null && (hand.path === story.hand || hand.path.startsWith(`${story.hand}.`));
  const stakes = Array.from(hand.stakes, ([who, stake]) => staked(stake, who === 0 ? owner : (story.seats[who - 1] ?? ""), who === 0));
  return element("div", { class: asked ? "hand asked" : "hand" }, ...(hand.cards.length > 0 ? [fan(hand.cards, "large")] : []), element("p", { class: "total" }, ...path, words), ...stakes);
}

function staked(stake: Stake, name: string, isOwner: boolean): HTMLElement {
  const parts = [`${stake.staked} staked`];
  if (stake.insured > 0) parts.push(`${stake.insured} insured`);
  if (stake.charged > 0) parts.push(`${stake.charged} charged`);
  if (stake.outcome !== "") parts.push(`${stake.outcome}, ${stake.paid} paid out`);
  return element("p", { class: "came" }, ...(isOwner ? [] : [element("bdi", {}, name), ": "]), parts.join(", "));
}
