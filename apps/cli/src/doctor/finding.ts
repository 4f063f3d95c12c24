import { type Config } from '#config';
import { type Database } from '#database';

type Status = 'ok' | 'warn' | 'fail';

/** What one check has found, and what to do about it. */
export interface Finding {
  check: string;
  status: Status;
  message: string;
  advice?: string;
}

export type Found = Omit<Finding, 'check'>;

/** One thing to look at; it may find several. Whatever it throws is a finding as well. */
export interface Check<Given> {
  name: string;
  look(given: Given): Promise<Found[]>;
}

export type DatabaseAddress = Extract<Config['database'], { kind: 'url' }>;

/** What the checks of the database are given. */
export interface DatabaseGiven {
  config: Config;
  /** Also where the database is the embedded one, of which the configuration has none. */
  address: DatabaseAddress;
  database: Database;
}

export const ok = (message: string) => ({ status: 'ok', message }) as const;
export const warn = (message: string, advice: string) => ({ status: 'warn', message, advice }) as const;
export const fail = (message: string, advice: string) => ({ status: 'fail', message, advice }) as const;

/** One line: several addresses that were tried in vain have no message of their own, but a code. */
export function describeFault(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (typeof message === 'string' && message !== '') return message.split('\n')[0] ?? message;
  return typeof code === 'string' ? code : String(error);
}
