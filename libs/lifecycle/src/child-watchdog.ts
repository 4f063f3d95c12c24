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
  private readonly timer: NodeJS.Timeout;
  private lastTickMs = performance.now();
  private silentMs = 0;
  private hasAnswered = false;
  private isAwaiting = false;
  private isDebugged = false;

  constructor(
    private readonly child: ChildProcess,
    private readonly options: ChildWatchdogOptions,
  ) {
    this.limits = { ...WATCHDOG_LIMITS, ...options.limits };
    this.timer = setInterval(() => this.tick(), this.limits.intervalMs).unref();
    child.on('message', (message) => {
      // Whatever it says, it lives.
      this.hasAnswered = true;
      this.silentMs = 0;
      if (!isPong(message)) return;
      this.isAwaiting = false;
      this.isDebugged = message.isDebugged;
    });
    child.once('exit', () => this.close());
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    this.countSilence();
    if (this.silentMs >= this.patienceMs && !this.isDebugged) {
      this.close();
      this.options.onSilent(Math.round(this.silentMs));
      return;
    }
    // One question at a time: to a child that reads nothing they would pile up.
    if (this.isAwaiting || !this.child.connected) return;
    this.isAwaiting = true;
    this.child.send(PING, () => undefined);
  }

  /** Where this process itself was paused, with its machine perhaps, the child had no chance to answer. */
  private countSilence(): void {
    const now = performance.now();
    this.silentMs += Math.min(now - this.lastTickMs, 2 * this.limits.intervalMs);
    this.lastTickMs = now;
  }

  private get patienceMs(): number {
    return this.hasAnswered ? this.limits.silenceMs : this.limits.firstAnswerMs;
  }
}
