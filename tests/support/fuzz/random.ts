/** The same numbers for the same seed (mulberry32), and choices made with them. */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, at least 0 and below `below`. */
  below(below: number): number {
    return Math.floor(this.number() * below);
  }

  /** True in this share of the cases. */
  chance(share: number): boolean {
    return this.number() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }

  /** A random selection, in order. */
  some<Value>(values: readonly Value[], share: number): Value[] {
    return values.filter(() => this.chance(share));
  }
}
