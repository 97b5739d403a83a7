/** Who sits where, and who is still there (FORMAT.md §8 “Boxes”, §9). */

import type { Event } from "./events.ts";
import { quoted, Refused } from "./refused.ts";
import type { Rules } from "./rules.ts";
import type { Seat } from "./session.ts";

export class Company {
  private readonly gone = new Set<number>();
  private readonly places: readonly Seat[];

  constructor(
    readonly seats: readonly Seat[],
    private readonly rules: Rules,
  ) {
    this.places = seats.filter((seat) => seat.boxes.length > 0).sort((one, other) => (one.boxes[0] as number) - (other.boxes[0] as number));
  }

  /** Take note of who leaves or drops out; Refused where an event names a seat that nobody has. */
  heed(event: Event): void {
    const seat = event.who.is === "seat" ? event.who.seat : event.who.is === "hand" ? event.who.bettor : null;
    if (seat !== null && seat > this.seats.length) throw new Refused(`the event ${quoted(event.text)} is of a seat that nobody has.`);
    if (seat !== null && (event.act === "leave" || event.act === "out")) this.gone.add(seat);
  }

  name(seat: number): string {
    return seat === 0 ? "the house" : (this.seats[seat - 1]?.name ?? `seat ${seat}`);
  }

  /** The seat that plays a box while somebody banks; null where nobody has it. */
  owner(box: number, banker: number): Seat | null {
    return this.places.find((seat) => this.boxesOf(seat, banker).includes(box)) ?? null;
  }

  /** Boxes are counted from the banker's left: of places 1 … P, a private game's is (place − banker's place) mod P. */
  private boxesOf(seat: Seat, banker: number): readonly number[] {
    if (!this.rules.playersBank) return seat.boxes;
    const [places, own, theirs] = [this.places.length, seat.boxes[0] ?? 0, this.seats[banker - 1]?.boxes[0] ?? 0];
    const box = (own - theirs + places) % places;
    return box === 0 ? [] : [box];
  }

  /** Who must cut: the owner of the lowest box of those whose owners are at the table. */
  cutter(banker: number): number | null {
    const boxes = this.places.filter((seat) => !this.gone.has(seat.seat)).map((seat) => ({ seat: seat.seat, box: Math.min(...this.boxesOf(seat, banker)) }));
    const lowest = boxes.filter(({ box }) => Number.isFinite(box)).sort((one, other) => one.box - other.box)[0];
    return lowest?.seat ?? null;
  }

  /** Among whom lots are drawn for the bank: seats at the table but a banker who has lost it, in the order of their places. */
  candidates(banker: number, balances: readonly number[]): number[] {
    const lost = (seat: number): boolean => seat === banker && (balances[seat] ?? 0) < 0;
    return this.places.map((seat) => seat.seat).filter((seat) => !this.gone.has(seat) && !lost(seat));
  }
}
