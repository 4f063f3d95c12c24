export interface FrameRateOptions {
  perSecond: number;
  burst: number;
}

/** A token bucket. Its limits are far above the rate of speech, but prevent a client from keeping the process busy. */
export class FrameRate {
  private tokens: number;
  private refilledAtMs = performance.now();

  constructor(private readonly options: FrameRateOptions) {
    this.tokens = options.burst;
  }

  /** Returns false if the rate is exceeded. */
  take(nowMs: number, frames = 1): boolean {
    const { perSecond, burst } = this.options;
    const refill = (Math.max(0, nowMs - this.refilledAtMs) / 1000) * perSecond;
    this.tokens = Math.min(burst, this.tokens + refill) - frames;
    this.refilledAtMs = nowMs;
    return this.tokens >= 0;
  }
}
