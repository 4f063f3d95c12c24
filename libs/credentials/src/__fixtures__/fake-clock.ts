import { type Clock } from '../clock.js';

interface Timer {
  at: number;
  delayMs: number;
  run: () => void;
}

/** A fetch is under way as long as its deadline is. */
const FETCH_MS = 20_000;

/** Time that passes when it is told to. */
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

  /** Lets time pass, and runs what is due. */
  pass(byMs: number): void {
    this.time += byMs;
    const due = this.timers.filter(({ at }) => at <= this.time);
    this.timers = this.timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
  }

  /** Until whatever was asked has been answered, which takes real time. */
  async settle(): Promise<void> {
    while (this.timers.some(({ delayMs }) => delayMs === FETCH_MS)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}
