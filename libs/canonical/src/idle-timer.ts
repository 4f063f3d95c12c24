/**
 * Calls back whenever nothing has been noted for so long. What is noted a thousand times a second costs a look at the clock
 * each time: the timer itself is set anew only when it fires.
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

  /** For the timer. */
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
