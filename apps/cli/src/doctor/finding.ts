import { type Config } from '#config';
import { type Database } from '#database';

type Status = 'ok' | 'warn' | 'fail';

/** One result of a check, with advice if it is a problem. */
export interface Finding {
  check: string;
  status: Status;
  message: string;
  advice?: string;
}

export type CheckResult = Omit<Finding, 'check'>;

/** A check with one or more results. An error that it throws is reported as a failure. */
export interface Check<Input> {
  name: string;
  run(input: Input): Promise<CheckResult[]>;
}

export type DatabaseAddress = Extract<Config['database'], { kind: 'url' }>;

export interface DatabaseCheckInput {
  config: Config;
  /** Also set for the embedded database, whose address is not in the configuration. */
  address: DatabaseAddress;
  database: Database;
}

export const ok = (message: string) => ({ status: 'ok', message }) as const;
export const warn = (message: string, advice: string) => ({ status: 'warn', message, advice }) as const;
export const fail = (message: string, advice: string) => ({ status: 'fail', message, advice }) as const;

/** One line. An error that combines several failed connection attempts has a code but no message. */
export function describeFault(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (typeof message === 'string' && message !== '') return message.split('\n')[0] ?? message;
  return typeof code === 'string' ? code : String(error);
}
