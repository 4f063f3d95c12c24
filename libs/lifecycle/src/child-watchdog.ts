import { type ChildProcess } from 'node:child_process';
import { PING, isPong } from './watchdog-messages.js';
import { WATCHDOG_LIMITS, type WatchdogLimits } from './watchdog-limits.js';

export interface ChildWatchdogOptions {
  /** Called once when the child has not responded for too long. */
  onSilent: (silentMs: number) => void;
  limits?: Partial<WatchdogLimits>;
}

/**
 * Pings a child process over its IPC channel until it exits. This also detects a child whose whole process was stopped,
 * which the watchdog thread in the child cannot detect.
 */
export class ChildWatchdog {
  private readonly limits: WatchdogLimits;
  private timer: NodeJS.Timeout | undefined;
  private lastTickMs = performance.now();
  private silentMs = 0;
  private hasResponded = false;
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
      // Any message shows that the child is alive.
      this.hasResponded = true;
      this.silentMs = 0;
      if (isPong(message)) this.isDebugged = message.isDebugged;
    });
    this.child.once('exit', () => this.close());
    return this;
  }

  /** The child was sent a stop: the longer timeout for its first response no longer applies. */
  expectEnd(): void {
    this.hasResponded = true;
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
    // Sent each time, because a message can be lost before the child has a listener. Few messages accumulate for a
    // child that reads none, because it is killed soon, unless a debugger is attached.
    if (!this.child.connected || (this.isDebugged && this.silentMs > this.limits.silenceMs)) return;
    this.child.send(PING, () => undefined);
  }

  /** If this process or the machine was paused, that time does not count: the child could not respond. */
  private countSilence(): void {
    const now = performance.now();
    this.silentMs += Math.min(now - this.lastTickMs, 2 * this.limits.intervalMs);
    this.lastTickMs = now;
  }

  private get timeoutMs(): number {
    return this.hasResponded ? this.limits.silenceMs : this.limits.firstResponseMs;
  }
}
