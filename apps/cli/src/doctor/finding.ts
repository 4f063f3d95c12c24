export type Status = 'ok' | 'warn' | 'fail';

/** What one check has found, and what to do about it. */
export interface Finding {
  check: string;
  status: Status;
  message: string;
  advice?: string;
}

/** One thing to look at; it may find several. Whatever it throws is a finding as well. */
export interface Check<Given> {
  name: string;
  look(given: Given): Promise<Omit<Finding, 'check'>[]>;
}

export const ok = (message: string) => ({ status: 'ok', message }) as const;
export const warn = (message: string, advice: string) => ({ status: 'warn', message, advice }) as const;
export const fail = (message: string, advice: string) => ({ status: 'fail', message, advice }) as const;
