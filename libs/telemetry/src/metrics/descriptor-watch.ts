import { closeSync, openSync, readFileSync } from 'node:fs';
import { type Logger } from '../logger.js';
import { OutageLog } from '../outage-log.js';

const CHECK_EVERY_MS = 1_000;
const MS_PER_SECOND = 1_000;
const PROBE = '/dev/null';
const LIMITS_FILE = '/proc/self/limits';

/**
 * Checks every second whether this process can still open a file. Without free descriptors, Node closes new connections
 * without an error that could be logged or counted.
 */
export class DescriptorWatch {
  /** How long there was no free descriptor. */
  shortageSeconds = 0;
  private readonly outage: OutageLog;
  private readonly timer: NodeJS.Timeout;

  constructor(logger: Logger) {
    this.outage = new OutageLog(logger, {
      gone: 'this process is out of file descriptors: new connections are closed (ulimit -n)',
      back: 'file descriptors are available again',
      level: 'error',
    });
    this.timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    try {
      closeSync(openSync(PROBE, 'r'));
      this.outage.worked();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      this.shortageSeconds += CHECK_EVERY_MS / MS_PER_SECOND;
      this.outage.failed(error);
    }
  }
}

/** The maximum number of descriptors of this process; undefined if it is unknown or unlimited. */
export function readMaxDescriptors(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
