import { closeSync, openSync, readFileSync } from 'node:fs';
import { type Logger } from '../logger.js';
import { OutageLog } from '../outage-log.js';

const LOOK_EVERY_MS = 1_000;
const MS_PER_SECOND = 1_000;
const PROBE = '/dev/null';
const LIMITS_FILE = '/proc/self/limits';

/**
 * Looks every second whether this process can still open a file. At the limit of descriptors the runtime closes new
 * connections without an error that anybody could log or count.
 */
export class DescriptorWatch {
  /** For how long there was none. */
  shortageSeconds = 0;
  private readonly outage: OutageLog;
  private readonly timer: NodeJS.Timeout;

  constructor(logger: Logger) {
    this.outage = new OutageLog(logger, {
      gone: 'this process has no file descriptor left: new connections are closed (ulimit -n)',
      back: 'this process has file descriptors again',
      level: 'error',
    });
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    try {
      closeSync(openSync(PROBE, 'r'));
      this.outage.worked();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      this.shortageSeconds += LOOK_EVERY_MS / MS_PER_SECOND;
      this.outage.failed(error);
    }
  }
}

/** How many descriptors this process may have; undefined where the system does not say, or sets no limit. */
export function readMaxDescriptors(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
