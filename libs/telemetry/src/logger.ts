import { createRequire } from 'node:module';
import type pinoPretty from 'pino-pretty';
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino';
import { takingSplitFields } from './log-fields.js';
import { LineLimiter, type LineLimits } from './line-limiter.js';
import { serializeError, serializeIfError } from './serialize-error.js';
import { shortenLine } from './shorten-line.js';
import { StderrLines } from './stderr-lines.js';

export type { Logger };

/** One JSON object a line on stderr; readable lines where stderr is a terminal. stdout belongs to people. */
export function createLogger(name: string): Logger {
  const limiter = new LineLimiter();
  const stream = process.stderr.isTTY ? prettyStream() : new StderrLines();
  // Whoever read our lines may have left; that is no reason to stop.
  process.stderr.on('error', () => undefined);
  process.on('exit', () => {
    limiter.flush();
    if (stream instanceof StderrLines) stream.flush();
  });
  return takingSplitFields(pino({ ...boundedOptions(limiter), name }, stream));
}

/** The same logger on another stream, with limits of its own. */
export function createLoggerTo(stream: DestinationStream, limits?: Partial<LineLimits>): Logger {
  return takingSplitFields(pino(boundedOptions(new LineLimiter(limits)), stream));
}

function boundedOptions(limiter: LineLimiter): LoggerOptions {
  return {
    base: { pid: process.pid },
    timestamp: isoTime,
    serializers: { err: serializeError, error: serializeIfError },
    hooks: {
      logMethod(lineArguments: unknown[], method: LogFn, level: number) {
        const line = { logger: this, method, level, message: messageFrom(lineArguments) };
        if (limiter.admit(line)) Reflect.apply(method, this, lineArguments);
      },
      streamWrite: shortenLine,
    },
  };
}

let second = 0;
let beginning = '';

/** All but the milliseconds is written once a second. */
function isoTime(): string {
  const now = Date.now();
  const milliseconds = now % 1_000;
  if (now - milliseconds !== second) {
    second = now - milliseconds;
    beginning = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
  }
  return `${beginning}${String(milliseconds).padStart(3, '0')}Z"`;
}

function messageFrom([first, second]: unknown[]): unknown {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : undefined;
}

/** Loaded where somebody watches; a service behind a pipe starts without it. */
function prettyStream(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' });
}
