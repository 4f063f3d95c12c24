import { jest } from '@jest/globals';

/**
 * The time of day in this process, which passes only when a test moves it: pauses and ejections take the same time on a
 * busy machine. Timers run as usual.
 */
export class ManualClock {
  private nowMs = Date.now();
  private readonly spy = jest.spyOn(Date, 'now').mockImplementation(() => this.nowMs);

  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  giveBack(): void {
    this.spy.mockRestore();
  }
}
