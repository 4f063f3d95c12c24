import { type Logger } from './logger.js';
import { truncate, describeValue } from './serialize-error.js';

const MAX_TEXT_CHARACTERS = 4_000;

const CONSOLE_LEVELS = {
  trace: 'debug',
  debug: 'debug',
  log: 'info',
  info: 'info',
  dir: 'info',
  table: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/** Converts what Node and libraries print to stderr or the console to log lines, so that stderr contains only these. */
export function logStrayOutput(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) =>
    logger.warn({ warning: warning.name }, truncate(warning.message, MAX_TEXT_CHARACTERS)),
  );
  for (const [method, level] of Object.entries(CONSOLE_LEVELS)) {
    Object.assign(console, { [method]: (...values: unknown[]) => logConsole(logger, level, values) });
  }
  // The logger has its own reference to the original method, so this receives only the output of other code.
  process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    const written = typeof text === 'string' ? text : Buffer.from(text).toString();
    logger.warn({ source: 'stderr' }, truncate(written, MAX_TEXT_CHARACTERS));
    const onWritten = rest.at(-1);
    if (typeof onWritten === 'function') process.nextTick(onWritten);
    return true;
  };
}

function logConsole(logger: Logger, level: 'debug' | 'info' | 'warn' | 'error', values: unknown[]): void {
  const err = values.find((value) => value instanceof Error);
  const text = values.map(describeValue).join(' ');
  logger[level]({ source: 'console', ...(err && { err }) }, truncate(text, MAX_TEXT_CHARACTERS));
}
