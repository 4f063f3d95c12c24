import { type LogFn, type Logger } from 'pino';
import { countDroppedLines } from './dropped-lines.js';

/** Messages with one line per request. All of these are written, up to the total limit per second. */
const REQUEST_LINES: ReadonlySet<unknown> = new Set([
  'request',
  'realtime request',
  'responses request',
  'background response',
]);

export interface LineLimits {
  /** How often the same message is written per interval; further ones are only counted. */
  perMessage: number;
  intervalMs: number;
  /** All lines per second. */
  perSecond: number;
  /** Lines per second that are not about a request. */
  othersPerSecond: number;
  /** The number of different messages that are counted separately per interval. */
  messages: number;
}

const DEFAULT_LIMITS: LineLimits = {
  perMessage: 10,
  intervalMs: 10_000,
  perSecond: 10_000,
  othersPerSecond: 500,
  messages: 1_000,
};

const SECOND_MS = 1_000;

/** Counts all messages of a level beyond the maximum number of different messages. */
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
 * Decides which lines are written. A repeated message is written a few times and then only counted, and the number of
 * lines per second is limited. The numbers of dropped lines are written later.
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
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  admit(line: Line): boolean {
    const now = this.now();
    if (now - this.secondStartMs >= SECOND_MS) this.startSecond(now);
    const isRequest = REQUEST_LINES.has(line.message);
    if (!isRequest && !this.admitRepetition(line, now)) return false;
    this.lines += 1;
    if (!isRequest) this.others += 1;
    if (this.lines <= this.limits.perSecond && this.others <= this.limits.othersPerSecond) return true;
    this.dropped += 1;
    countDroppedLines(1);
    this.lastDropped = line;
    this.scheduleFlush();
    return false;
  }

  /** Writes the numbers of all dropped lines that were not reported yet. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.reportDropped();
    this.reportRepetitions();
  }

  private admitRepetition(line: Line, now: number): boolean {
    if (now - this.intervalStartMs >= this.limits.intervalMs) {
      this.intervalStartMs = now;
      this.reportRepetitions();
    }
    const repetition = this.getRepetition(line);
    repetition.count += 1;
    if (repetition.count <= this.limits.perMessage) return true;
    countDroppedLines(1);
    this.scheduleFlush();
    return false;
  }

  private getRepetition(line: Line): Repetition {
    let ofLevel = this.repetitions.get(line.level);
    if (ofLevel === undefined) this.repetitions.set(line.level, (ofLevel = new Map()));
    const existing = ofLevel.get(line.message);
    if (existing !== undefined) return existing;
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

  private startSecond(now: number): void {
    this.secondStartMs = now;
    this.lines = 0;
    this.others = 0;
    this.reportDropped();
  }

  private reportDropped(): void {
    if (this.dropped === 0 || this.lastDropped === undefined) return;
    const { logger, method } = this.lastDropped;
    const leftOut = this.dropped;
    this.dropped = 0;
    this.lastDropped = undefined;
    method.call(logger, { leftOut }, 'log lines dropped: too many in one second');
  }

  private reportRepetitions(): void {
    const exceeded = [...this.repetitions.values()]
      .flatMap((ofLevel) => [...ofLevel.values()])
      .filter(({ count }) => count > this.limits.perMessage);
    this.repetitions.clear();
    this.messages = 0;
    for (const { logger, method, message, count } of exceeded) {
      const leftOut = count - this.limits.perMessage;
      method.call(logger, { leftOut, repeated: message }, 'log lines dropped: repeated messages');
    }
  }

  /** One timer for all reports. If the event loop is blocked, the next line reports instead. */
  private scheduleFlush(): void {
    this.timer ??= setTimeout(() => this.flush(), this.limits.intervalMs).unref();
  }
}
