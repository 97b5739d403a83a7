/** Who is who in a round, in words. */

import { owners } from "./round.ts";
import type { View } from "./views.ts";

/** Names of everybody whom a round's events concern. */
export class Names {
  readonly boxes: ReadonlyMap<number, number>;

  constructor(
    private readonly view: Pick<View, "seats">,
    readonly bank: number,
  ) {
    this.boxes = owners(view, bank);
  }

  seat(number: number): string {
    return this.view.seats[number - 1]?.name ?? `Seat ${number}`;
  }

  get banker(): string {
    return this.bank === 0 ? "The house" : this.seat(this.bank);
  }

  /** A box's owner. */
  owner(path: string): string {
    const box = Number(path.split(".")[0]);
    const seat = this.boxes.get(box);
    return seat === undefined ? `Box ${box}` : this.seat(seat);
  }

  /** Who acts: the banker, a seat, a box's owner with the path of a split hand, another bettor. */
  who(who: string): string {
    const [path = "", bettor] = who.split("/");
    if (path === "D") return this.banker;
    if (path.startsWith("s")) return this.seat(Number(path.slice(1)));
    const hand = path.includes(".") ? `${this.owner(path)}, hand ${path}` : this.hasSeveral(path) ? `${this.owner(path)}, box ${path}` : this.owner(path);
    return bettor === undefined ? hand : `${this.seat(Number(bettor))}, on the box of ${this.owner(path)}`;
  }

  /** Whether a box's owner has others, too. */
  private hasSeveral(path: string): boolean {
    const seat = this.boxes.get(Number(path));
    return Array.from(this.boxes.values()).filter((one) => one === seat).length > 1;
  }
}
