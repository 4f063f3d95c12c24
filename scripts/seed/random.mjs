/** Pseudo-random numbers. The same seed gives the same numbers. */
export class Random {
  constructor(seed) {
    this.state = seed;
  }

  /** At least 0 and below 1. */
  share() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability) {
    return this.share() < probability;
  }

  whole(min, max) {
    return min + Math.floor(this.share() * (max - min + 1));
  }

  pick(items) {
    return items[Math.floor(this.share() * items.length)];
  }

  /** An item, with a probability in proportion to its weight. */
  weighted(items, getWeight = ({ weight }) => weight) {
    let left = this.share() * items.reduce((sum, item) => sum + getWeight(item), 0);
    for (const item of items) {
      left -= getWeight(item);
      if (left < 0) return item;
    }
    return items.at(-1);
  }

  /** A log-normal number, like durations and sizes of requests. */
  around(median, spread = 0.6) {
    const normal = Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
    return Math.max(1, Math.round(median * Math.exp(spread * normal)));
  }

  hex(digits) {
    return Array.from({ length: digits }, () => this.whole(0, 15).toString(16)).join('');
  }

  uuid() {
    const tail = `4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
    return `${this.hex(8)}-${this.hex(4)}-${tail}`;
  }
}
