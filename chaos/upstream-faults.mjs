const CREATE = [
  ['reset-before-reading', 2],
  ['400', 1],
  ['429', 2],
  ['500-without-creating', 2],
  ['accept-then-hang', 2],
  ['accept-then-reset', 3],
  ['respond-then-reset', 3],
  ['500-after-creating', 3],
  ['2xx-without-id', 2],
  ['malformed', 2],
];
const STATUS = [
  ['401', 1],
  ['404', 2],
  ['429', 1],
  ['500', 2],
  ['hang', 1],
  ['reset', 2],
  ['garbage', 2],
  ['unknown-word', 1],
  ['queued-again', 2],
];
const CONTENT = [
  ['404', 1],
  ['500', 2],
  ['empty', 1],
  ['html', 1],
  ['reset-half-way', 3],
  ['slow', 2],
  ['stall', 1],
  ['wrong-bytes', 1],
  ['redirect', 2],
];

/** Plans random faults of the upstream for each task. */
export class UpstreamFaults {
  /** The number of planned faults by name, such as `create 429`. */
  counts = new Map();

  constructor(random, upstream) {
    this.random = random;
    this.upstream = upstream;
  }

  async next() {
    const create = this.#draw('create', CREATE, 0.3);
    const status = this.#draw('status', STATUS, 0.25);
    const content = this.#draw('content', CONTENT, 0.12);
    await this.upstream.plan({ create, status, content });
  }

  count(name) {
    return this.counts.get(name) ?? 0;
  }

  #draw(call, choices, probability) {
    if (!this.random.isTrue(probability)) return [];
    const fault = this.random.pick(choices);
    this.counts.set(`${call} ${fault}`, this.count(`${call} ${fault}`) + 1);
    return [fault];
  }
}
