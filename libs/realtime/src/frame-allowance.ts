const FRAMES_PER_SECOND = 2_000;
const BURST = 20_000;

/** How many frames a client may send: far more than speech needs, and fewer than would keep a process from its work. */
export class FrameAllowance {
  private left = BURST;
  private countedAtMs: number;

  constructor(nowMs: number) {
    this.countedAtMs = nowMs;
  }

  /** False where there were too many. */
  take(nowMs: number): boolean {
    const grownBy = ((nowMs - this.countedAtMs) / 1000) * FRAMES_PER_SECOND;
    this.left = Math.min(BURST, this.left + grownBy) - 1;
    this.countedAtMs = nowMs;
    return this.left >= 0;
  }
}
