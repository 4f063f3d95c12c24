/**
 * Calls `onIdle` whenever no activity was noted for `idleMs`. `note` only reads the clock, so that it is cheap to
 * call thousands of times a second: the timer is rescheduled only when it fires.
 */
export class IdleTimer {
  private timer: NodeJS.Timeout;
  private notedAtMs = performance.now();

  constructor(
    private readonly idleMs: number,
    private readonly onIdle: () => void,
  ) {
    this.timer = setTimeout(look, idleMs, this);
  }

  note(): void {
    this.notedAtMs = performance.now();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Called by the timer. */
  look(): void {
    const leftMs = this.idleMs - (performance.now() - this.notedAtMs);
    // A timer may fire up to a millisecond early.
    const isIdle = leftMs < 1;
    if (isIdle) this.note();
    this.timer = setTimeout(look, isIdle ? this.idleMs : leftMs, this);
    if (isIdle) this.onIdle();
  }
}

function look(timer: IdleTimer): void {
  timer.look();
}
