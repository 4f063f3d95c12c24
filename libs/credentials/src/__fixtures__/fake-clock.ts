import { type Clock } from '../clock.js';

interface Timer {
  at: number;
  delayMs: number;
  run: () => void;
}

/** The timeout of a fetch. A fetch is running while a timer with this delay is pending. */
const FETCH_MS = 20_000;

/** A clock that tests advance. */
export class FakeClock implements Clock {
  private timers: Timer[] = [];

  constructor(private time = Date.parse('2026-01-01T00:00:00Z')) {}

  now(): number {
    return this.time;
  }

  random(): number {
    return 0.5;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.time + delayMs, delayMs, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  get pending(): number {
    return this.timers.length;
  }

  /** Advances the time, and runs the timers that are due. */
  advance(byMs: number): void {
    this.time += byMs;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
  }

  /** Waits in real time until no fetch is running. */
  async settle(): Promise<void> {
    while (this.timers.some(({ delayMs }) => delayMs === FETCH_MS)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
