export interface FrameRateOptions {
  perSecond: number;
  burst: number;
}

/** A token bucket: far more messages than speech needs, and too few to keep the process busy. */
export class FrameRate {
  private left: number;
  private countedAtMs = performance.now();

  constructor(private readonly options: FrameRateOptions) {
    this.left = options.burst;
  }

  /** False once too many have come. */
  take(nowMs: number): boolean {
    const { perSecond, burst } = this.options;
    const grownBy = ((nowMs - this.countedAtMs) / 1000) * perSecond;
    this.left = Math.min(burst, this.left + grownBy) - 1;
    this.countedAtMs = nowMs;
    return this.left >= 0;
  }
}
