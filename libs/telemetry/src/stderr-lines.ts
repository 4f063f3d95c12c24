import { writeSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';
import { countDroppedLines } from './dropped-lines.js';

const METADATA: unique symbol = Symbol.for('pino.metadata');
const INFO = pino.levels.values['info'] ?? 0;
const STDERR = 2;

export interface StderrLimits {
  /** How many characters are gathered before they are written. */
  gatheredCharacters: number;
  /** How long lines are gathered at most. */
  gatheredMs: number;
  /** While this much is unread, lines are dropped. */
  unreadBytes: number;
}

const DEFAULT_LIMITS: StderrLimits = {
  gatheredCharacters: 4_096,
  gatheredMs: 100,
  unreadBytes: 1024 * 1024,
};

/** The part of stderr that is needed here. */
type Sink = Pick<NodeJS.WriteStream, 'write' | 'writableLength'>;

/**
 * Writes the lines of requests in groups, because writing them one by one takes more than 5% of the time of a request.
 * Warnings and errors are written immediately, with all lines before them. Writing never blocks: if a pipe is full,
 * lines are gathered up to a limit and then dropped and counted.
 */
export class StderrLines implements DestinationStream {
  /** Makes pino set `lastLevel` for each line. */
  readonly [METADATA] = true;
  lastLevel = 0;
  private readonly limits: StderrLimits;
  private readonly sink: Sink;
  private gathered = '';
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(stderr: Sink = process.stderr, limits: Partial<StderrLimits> = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    // Bound now, because `logStrayOutput` replaces the method later.
    const write = stderr.write.bind(stderr);
    this.sink = {
      write,
      get writableLength() {
        return stderr.writableLength;
      },
    };
  }

  write(line: string): void {
    if (this.sink.writableLength + this.gathered.length > this.limits.unreadBytes) {
      this.dropped += 1;
      countDroppedLines(1);
      return;
    }
    if (this.dropped > 0) this.reportDropped();
    this.gathered += line;
    if (this.lastLevel > INFO || this.gathered.length >= this.limits.gatheredCharacters) this.writeGathered();
    else this.timer ??= setTimeout(() => this.writeGathered(), this.limits.gatheredMs).unref();
  }

  /** Called when the process exits, which does not wait for streams. What cannot be written synchronously is lost. */
  flush(): void {
    this.stopTimer();
    if (this.gathered === '' || this.sink.writableLength > 0) return;
    try {
      writeSync(STDERR, this.gathered);
    } catch {
      // stderr is not read, so the failure cannot be reported.
    }
    this.gathered = '';
  }

  private writeGathered(): void {
    this.stopTimer();
    const text = this.gathered;
    this.gathered = '';
    this.sink.write(text);
  }

  private reportDropped(): void {
    const leftOut = this.dropped;
    this.dropped = 0;
    const msg = 'log lines dropped: stderr was not read';
    const time = new Date().toISOString();
    this.gathered += `${JSON.stringify({ level: 40, time, pid: process.pid, leftOut, msg })}\n`;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
