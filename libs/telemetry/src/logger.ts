import { createRequire } from 'node:module';
import type pinoPretty from 'pino-pretty';
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino';
import { enableSplitFields } from './log-fields.js';
import { LineLimiter, type LineLimits } from './line-limiter.js';
import { serializeError, serializeIfError } from './serialize-error.js';
import { shortenLine } from './shorten-line.js';
import { StderrLines } from './stderr-lines.js';

export type { Logger };

/**
 * Writes one JSON object per line to stderr, or readable lines if stderr is a terminal. stdout is for command output.
 */
export function createLogger(name: string): Logger {
  const limiter = new LineLimiter();
  const stream = process.stderr.isTTY ? createPrettyStream() : new StderrLines();
  // The reader of stderr may have exited. The process continues.
  process.stderr.on('error', () => undefined);
  process.on('exit', () => {
    limiter.flush();
    if (stream instanceof StderrLines) stream.flush();
  });
  return enableSplitFields(pino({ ...buildOptions(limiter), name }, stream));
}

/** The same logger with another stream and its own limits. */
export function createLoggerTo(stream: DestinationStream, limits?: Partial<LineLimits>): Logger {
  return enableSplitFields(pino(buildOptions(new LineLimiter(limits)), stream));
}

function buildOptions(limiter: LineLimiter): LoggerOptions {
  return {
    base: { pid: process.pid },
    timestamp: formatTime,
    serializers: { err: serializeError, error: serializeIfError },
    hooks: {
      logMethod(lineArguments: unknown[], method: LogFn, level: number) {
        const line = { logger: this, method, level, message: getMessage(lineArguments) };
        if (limiter.admit(line)) Reflect.apply(method, this, lineArguments);
      },
      streamWrite: shortenLine,
    },
  };
}

let second = 0;
let prefix = '';

/** Formats everything except the milliseconds once per second. */
function formatTime(): string {
  const now = Date.now();
  const milliseconds = now % 1_000;
  if (now - milliseconds !== second) {
    second = now - milliseconds;
    prefix = `,"time":"${new Date(second).toISOString().slice(0, -4)}`;
  }
  return `${prefix}${String(milliseconds).padStart(3, '0')}Z"`;
}

function getMessage([first, second]: unknown[]): unknown {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : undefined;
}

/** Loaded only for a terminal, so that a service starts without it. */
function createPrettyStream(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' });
}
