/** A pseudo-random generator (mulberry32). The same seed gives the same numbers. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** At least 0 and below 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(min, max) {
    return min + (max - min) * this.next();
  }

  isTrue(probability) {
    return this.next() < probability;
  }

  /** One of the choices, with a probability in proportion to its weight. */
  pick(choices) {
    const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)[0];
  }

  /** An independent generator, whose use does not change the numbers of this one. */
  fork() {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
