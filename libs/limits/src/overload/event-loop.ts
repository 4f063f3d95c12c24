import { performance } from 'node:perf_hooks';

const CHECK_MS = 200;
/** A timer that is so late has waited for other work. */
const LATE_MS = 300;
/** A loop that has work for less of the time has no queue to measure. */
const BUSY_SHARE = 0.5;

/** Under this token a program may provide another `Loop` than that of its process. */
export const EVENT_LOOP = Symbol('event loop');

/** Where the measurements come from. Tests have a loop of their own. */
export interface Loop {
  readonly nowMs: number;
  /** Like `nowMs`, but it stands still while the loop waits for events. */
  readonly busyMs: number;
  /** Calls back at the end of every iteration of the loop, or a few times a second while there is little to do. */
  start(onIteration: () => void): void;
  /** Tells the loop that a request has arrived. */
  noticeRequest(nowMs: number): void;
  stop(): void;
}

/**
 * The event loop of this process. Its iterations are counted by an immediate that renews itself: an immediate without a
 * reference runs after the events of an iteration, and does not keep the loop from sleeping.
 */
export class EventLoop implements Loop {
  private onIteration: () => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private immediate: NodeJS.Immediate | undefined;
  private lastCheck = { nowMs: 0, busyMs: 0 };

  get nowMs(): number {
    return performance.now();
  }

  get busyMs(): number {
    return performance.now() - performance.nodeTiming.idleTime;
  }

  start(onIteration: () => void): void {
    this.onIteration = onIteration;
    this.lastCheck = { nowMs: this.nowMs, busyMs: this.busyMs };
    this.timer = setInterval(() => this.check(), CHECK_MS).unref();
  }

  /** While one iteration takes seconds no timer runs, so its requests have to find out. */
  noticeRequest(nowMs: number): void {
    if (this.immediate === undefined && nowMs - this.lastCheck.nowMs > LATE_MS) this.watchIterations();
  }

  stop(): void {
    clearInterval(this.timer);
    clearImmediate(this.immediate);
    this.immediate = undefined;
  }

  private check(): void {
    const { nowMs, busyMs, lastCheck } = this;
    const busyShare = (busyMs - lastCheck.busyMs) / (nowMs - lastCheck.nowMs);
    this.lastCheck = { nowMs, busyMs };
    const isBusy = busyShare >= BUSY_SHARE;
    // Between the immediate and this timer there is no iteration to speak of.
    if (isBusy && this.immediate !== undefined) return;
    clearImmediate(this.immediate);
    this.immediate = undefined;
    this.onIteration();
    if (isBusy) this.watchIterations();
  }

  private watchIterations(): void {
    this.immediate = setImmediate(() => {
      this.onIteration();
      this.watchIterations();
    }).unref();
  }
}
