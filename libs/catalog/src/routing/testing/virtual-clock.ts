import { type Clock } from '../../health/clock.js';

/** A clock that advances on demand, with reproducible randomness. */
export class VirtualClock implements Clock {
  private seed = 20_260_101;

  constructor(private time = Date.parse('2026-01-01T00:00:00Z')) {}

  now(): number {
    return this.time;
  }

  /** The Park–Miller generator. */
  random(): number {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  }

  advance(byMs: number): void {
    this.time += byMs;
  }

  advanceTo(time: number): void {
    this.time = Math.max(this.time, time);
  }
}
