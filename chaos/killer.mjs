import { setTimeout as sleep } from 'node:timers/promises';

const MIN_PAUSE_MS = 600;
export const MEAN_PAUSE_MS = 2_600;
const DOWN_MS = [50, 2_500];
/** Longer than the leases of a worker and the search for its submissions, so that another worker has continued. */
const STANDSTILL_MS = 22_000;

const WEIGHTS = { api: 3, 'worker-1': 3, 'worker-2': 3, postgres: 3, redis: 3 };

/** Repeatedly kills running processes and pauses workers. */
export class Killer {
  /** The number of kills by process, and of pauses. */
  counts = new Map();
  standstills = 0;

  constructor(random, { parts, workers }) {
    Object.assign(this, { random, parts, workers });
  }

  /** Runs until the number of kills is reached. Workers are paused at the same time. */
  async run(kills, standstills, signal) {
    const pauses = [];
    const every = Math.ceil(kills / (standstills + 1));
    let killed = 0;
    while (killed < kills && !signal.aborted) {
      await sleep(this.#pauseMs(), undefined, { signal }).catch(() => undefined);
      if (!this.#killOne()) continue;
      killed += 1;
      if (killed % every === 0 && pauses.length < standstills) pauses.push(this.#standStill());
    }
    await Promise.all(pauses);
  }

  /** Returns false if no process is running. Paused processes are not killed. */
  #killOne() {
    const running = this.parts.filter(({ isRunning, isPaused }) => isRunning && !isPaused);
    if (running.length === 0) return false;
    const part = this.random.pick(running.map((candidate) => [candidate, WEIGHTS[candidate.name]]));
    this.counts.set(part.name, (this.counts.get(part.name) ?? 0) + 1);
    part.kill(this.random.between(...DOWN_MS));
    return true;
  }

  async #standStill() {
    const awake = this.workers.filter(({ isRunning }) => isRunning);
    if (awake.length === 0) return;
    const worker = this.random.pick(awake.map((candidate) => [candidate, 1]));
    this.standstills += 1;
    await worker.pause(STANDSTILL_MS);
  }

  #pauseMs() {
    return this.random.between(MIN_PAUSE_MS, 2 * MEAN_PAUSE_MS - MIN_PAUSE_MS);
  }
}
