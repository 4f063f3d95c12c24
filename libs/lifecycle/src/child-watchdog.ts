import { type ChildProcess } from 'node:child_process';
import { PING, isPong } from './watchdog-messages.js';
import { WATCHDOG_LIMITS, type WatchdogLimits } from './watchdog-limits.js';

export interface ChildWatchdogOptions {
  /** Called once, when the child has been silent for too long. */
  onSilent: (silentMs: number) => void;
  limits?: Partial<WatchdogLimits>;
}

/**
 * Pings a child process over its channel until it ends. This also finds a child that was stopped as a whole, which
 * the watchdog thread inside it cannot.
 */
export class ChildWatchdog {
  private readonly limits: WatchdogLimits;
  private timer: NodeJS.Timeout | undefined;
  private lastTickMs = performance.now();
  private silentMs = 0;
  private hasAnswered = false;
  private isDebugged = false;

  constructor(
    private readonly child: ChildProcess,
    private readonly options: ChildWatchdogOptions,
  ) {
    this.limits = { ...WATCHDOG_LIMITS, ...options.limits };
  }

  start(): this {
    this.timer = setInterval(() => this.tick(), this.limits.intervalMs).unref();
    this.child.on('message', (message) => {
      // Whatever it says, it lives.
      this.hasAnswered = true;
      this.silentMs = 0;
      if (isPong(message)) this.isDebugged = message.isDebugged;
    });
    this.child.once('exit', () => this.close());
    return this;
  }

  /** The child was asked to end: one that has not said a word yet may not take its time over that any more. */
  expectEnd(): void {
    this.hasAnswered = true;
    this.silentMs = 0;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    this.countSilence();
    if (this.silentMs >= this.timeoutMs && !this.isDebugged) {
      this.close();
      this.options.onSilent(Math.round(this.silentMs));
      return;
    }
    // Asked anew each time: what a child hears before it has begun to listen can be lost. The questions that pile up
    // before one that reads nothing are few, since it is soon killed, unless a debugger holds it.
    if (!this.child.connected || (this.isDebugged && this.silentMs > this.limits.silenceMs)) return;
    this.child.send(PING, () => undefined);
  }

  /** Where this process itself was paused, with its machine perhaps, the child had no chance to answer. */
  private countSilence(): void {
    const now = performance.now();
    this.silentMs += Math.min(now - this.lastTickMs, 2 * this.limits.intervalMs);
    this.lastTickMs = now;
  }

  private get timeoutMs(): number {
    return this.hasAnswered ? this.limits.silenceMs : this.limits.firstAnswerMs;
  }
}
