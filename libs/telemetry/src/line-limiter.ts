import { type LogFn, type Logger } from 'pino';
import { countDroppedLines } from './dropped-lines.js';

/** Lines that tell of one request each: every one of them is wanted, so only their sum is limited. */
const REQUEST_LINES: ReadonlySet<unknown> = new Set([
  'request',
  'realtime request',
  'responses request',
  'background response',
]);

export interface LineLimits {
  /** How often the same line may come in one interval before the rest is only counted. */
  perMessage: number;
  intervalMs: number;
  /** Lines of all kinds in one second. */
  perSecond: number;
  /** Of those, lines that do not tell of a request. */
  othersPerSecond: number;
  /** Different messages that are told apart in one interval. */
  messages: number;
}

const USUAL_LIMITS: LineLimits = {
  perMessage: 10,
  intervalMs: 10_000,
  perSecond: 10_000,
  othersPerSecond: 500,
  messages: 1_000,
};

const SECOND_MS = 1_000;

/** Stands for all messages of a level where there are too many to tell apart. */
const OTHERS = 'various messages';

interface Line {
  logger: Logger;
  method: LogFn;
  level: number;
  message: unknown;
}

interface Repetition extends Line {
  count: number;
}

/**
 * Decides which lines are written. What repeats is written a few times and then counted, and no more than so many lines
 * are written in a second, whatever goes round in circles. What was left out is told, with its number.
 */
export class LineLimiter {
  private readonly limits: LineLimits;
  /** By level, then by message. */
  private readonly repetitions = new Map<number, Map<unknown, Repetition>>();
  private messages = 0;
  private intervalStartMs = 0;
  private secondStartMs = 0;
  private lines = 0;
  private others = 0;
  private dropped = 0;
  private lastDropped: Line | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    limits: Partial<LineLimits> = {},
    private readonly now: () => number = performance.now.bind(performance),
  ) {
    this.limits = { ...USUAL_LIMITS, ...limits };
  }

  admit(line: Line): boolean {
    const now = this.now();
    if (now - this.secondStartMs >= SECOND_MS) this.beginSecond(now);
    const isRequest = REQUEST_LINES.has(line.message);
    if (!isRequest && !this.admitRepetition(line, now)) return false;
    this.lines += 1;
    if (!isRequest) this.others += 1;
    if (this.lines <= this.limits.perSecond && this.others <= this.limits.othersPerSecond) return true;
    this.dropped += 1;
    countDroppedLines(1);
    this.lastDropped = line;
    this.flushLater();
    return false;
  }

  /** Tells of everything that was left out and not told yet. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tellDropped();
    this.tellRepetitions();
  }

  private admitRepetition(line: Line, now: number): boolean {
    if (now - this.intervalStartMs >= this.limits.intervalMs) {
      this.intervalStartMs = now;
      this.tellRepetitions();
    }
    const repetition = this.repetitionFor(line);
    repetition.count += 1;
    if (repetition.count <= this.limits.perMessage) return true;
    countDroppedLines(1);
    this.flushLater();
    return false;
  }

  private repetitionFor(line: Line): Repetition {
    let ofLevel = this.repetitions.get(line.level);
    if (ofLevel === undefined) this.repetitions.set(line.level, (ofLevel = new Map()));
    const known = ofLevel.get(line.message);
    if (known !== undefined) return known;
    return this.messages < this.limits.messages
      ? this.addRepetition(ofLevel, line)
      : (ofLevel.get(OTHERS) ?? this.addRepetition(ofLevel, { ...line, message: OTHERS }));
  }

  private addRepetition(ofLevel: Map<unknown, Repetition>, line: Line): Repetition {
    const added = { ...line, count: 0 };
    ofLevel.set(line.message, added);
    this.messages += 1;
    return added;
  }

  private beginSecond(now: number): void {
    this.secondStartMs = now;
    this.lines = 0;
    this.others = 0;
    this.tellDropped();
  }

  private tellDropped(): void {
    if (this.dropped === 0 || this.lastDropped === undefined) return;
    const { logger, method } = this.lastDropped;
    const leftOut = this.dropped;
    this.dropped = 0;
    this.lastDropped = undefined;
    method.call(logger, { leftOut }, 'left out lines: there were too many in one second');
  }

  private tellRepetitions(): void {
    const told = [...this.repetitions.values()]
      .flatMap((ofLevel) => [...ofLevel.values()])
      .filter(({ count }) => count > this.limits.perMessage);
    this.repetitions.clear();
    this.messages = 0;
    for (const { logger, method, message, count } of told) {
      const leftOut = count - this.limits.perMessage;
      method.call(logger, { leftOut, repeated: message }, 'left out lines: they repeat');
    }
  }

  /** One timer for all; in a process that is stuck the next line does its work. */
  private flushLater(): void {
    this.timer ??= setTimeout(() => this.flush(), this.limits.intervalMs).unref();
  }
}
