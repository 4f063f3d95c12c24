import { jest } from '@jest/globals';

/**
 * The time of day as this process sees it, which passes only when it is told to: rests and ejections last neither
 * longer nor shorter on a busy machine. Timers run as ever.
 */
export class HandMovedClock {
  private nowMs = Date.now();
  private readonly spy = jest.spyOn(Date, 'now').mockImplementation(() => this.nowMs);

  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  giveBack(): void {
    this.spy.mockRestore();
  }
}
