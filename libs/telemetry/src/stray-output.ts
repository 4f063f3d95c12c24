import { type Logger } from './logger.js';
import { cut, describeValue } from './serialize-error.js';

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

/**
 * stderr holds log lines only. What Node and libraries would print there as plain text, or as a dump of some object,
 * becomes such lines.
 */
export function logStrayOutput(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) =>
    logger.warn({ warning: warning.name }, cut(warning.message, MAX_TEXT_CHARACTERS)),
  );
  for (const [method, level] of Object.entries(CONSOLE_LEVELS)) {
    Object.assign(console, { [method]: (...values: unknown[]) => logConsole(logger, level, values) });
  }
  // The logger writes to the descriptor itself, so what comes by here is somebody else's.
  process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    const written = typeof text === 'string' ? text : Buffer.from(text).toString();
    logger.warn({ source: 'stderr' }, cut(written, MAX_TEXT_CHARACTERS));
    const onWritten = rest.at(-1);
    if (typeof onWritten === 'function') process.nextTick(onWritten);
    return true;
  };
}

function logConsole(logger: Logger, level: 'debug' | 'info' | 'warn' | 'error', values: unknown[]): void {
  const err = values.find((value) => value instanceof Error);
  const text = values.map(describeValue).join(' ');
  logger[level]({ source: 'console', ...(err && { err }) }, cut(text, MAX_TEXT_CHARACTERS));
}
