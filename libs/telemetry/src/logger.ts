import { type Logger, destination, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

/** One JSON object a line on stderr; readable lines where stderr is a terminal. stdout belongs to people. */
export function createLogger(name: string): Logger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss.l' })
    : destination({ fd: 2, sync: true });
  return pino({ name, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
