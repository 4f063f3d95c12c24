import { writeSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';
import { countDroppedLines } from './dropped-lines.js';

const METADATA: unique symbol = Symbol.for('pino.metadata');
const INFO = pino.levels.values['info'] ?? 0;
const STDERR = 2;

export interface StderrLimits {
  /** So much is gathered before it is written. */
  gatheredCharacters: number;
  /** Nothing is gathered for longer. */
  gatheredMs: number;
  /** Lines are dropped while so much waits for somebody to read it. */
  unreadBytes: number;
}

const USUAL_LIMITS: StderrLimits = {
  gatheredCharacters: 4_096,
  gatheredMs: 100,
  unreadBytes: 1024 * 1024,
};

/** As much of stderr as is needed here. */
type Sink = Pick<NodeJS.WriteStream, 'write' | 'writableLength'>;

/**
 * Writes the lines of requests a few at a time: one by one they would cost each request more than a twentieth of its
 * time. Warnings and errors are written at once, with all that came before them. Nobody waits for a reader: where a
 * pipe is full, lines are kept up to a limit, and then dropped and counted.
 */
export class StderrLines implements DestinationStream {
  /** Has the logger tell the level of each line. */
  readonly [METADATA] = true;
  lastLevel = 0;
  private readonly limits: StderrLimits;
  private readonly sink: Sink;
  private gathered = '';
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(stderr: Sink = process.stderr, limits: Partial<StderrLimits> = {}) {
    this.limits = { ...USUAL_LIMITS, ...limits };
    // The method is taken now: what others write to stderr is turned into log lines later.
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
    if (this.dropped > 0) this.tellDropped();
    this.gathered += line;
    if (this.lastLevel > INFO || this.gathered.length >= this.limits.gatheredCharacters) this.writeOut();
    else this.timer ??= setTimeout(() => this.writeOut(), this.limits.gatheredMs).unref();
  }

  /** For the end of the process, which waits for no stream. What cannot be written at once is lost. */
  flush(): void {
    this.stopTimer();
    if (this.gathered === '' || this.sink.writableLength > 0) return;
    try {
      writeSync(STDERR, this.gathered);
    } catch {
      // Nobody reads: there is no one left to tell.
    }
    this.gathered = '';
  }

  private writeOut(): void {
    this.stopTimer();
    const text = this.gathered;
    this.gathered = '';
    this.sink.write(text);
  }

  private tellDropped(): void {
    const leftOut = this.dropped;
    this.dropped = 0;
    const msg = 'left out lines: nobody read them';
    const time = new Date().toISOString();
    this.gathered += `${JSON.stringify({ level: 40, time, pid: process.pid, leftOut, msg })}\n`;
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
