import { createRequire } from 'node:module';
import type pinoPretty from 'pino-pretty';
import { type DestinationStream, type Logger, destination, pino } from 'pino';

export type { Logger };

/** One JSON object a line on stderr; readable lines where stderr is a terminal. stdout belongs to people. */
export function createLogger(name: string): Logger {
  const stream = process.stderr.isTTY ? prettyStream() : destination({ fd: 2, sync: true });
  return pino({ name, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}

/** Loaded where somebody watches; a service behind a pipe starts without it. */
function prettyStream(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' });
}
