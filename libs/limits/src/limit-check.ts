import { type Check } from './counters/counters.js';
import { MINUTE, UTC_DAY } from './counters/window.js';
import { type LimitSubject, type SubjectLimits } from './limit-subject.js';

export type LimitName = keyof SubjectLimits;

/** A check that knows whose limit it is, to tell the client. */
export interface LimitCheck extends Check {
  name: LimitName;
  subjectId: string;
}

const SPANS = { rpm: MINUTE, tpm: MINUTE, requestsPerDay: UTC_DAY, concurrency: 'running' } as const;
const NAMES = ['rpm', 'tpm', 'requestsPerDay', 'concurrency'] as const;

export function isLimited(subjects: readonly LimitSubject[]): boolean {
  for (const { limits } of subjects) {
    if (limits.rpm !== undefined || limits.tpm !== undefined) return true;
    if (limits.concurrency !== undefined || limits.requestsPerDay !== undefined) return true;
  }
  return false;
}

/** Every limit of every subject. Also a request whose tokens nobody knows yet takes one: a used-up limit holds it back. */
export function buildChecks(subjects: readonly LimitSubject[], estimatedTokens: number): LimitCheck[] {
  const tokens = Math.max(1, Math.ceil(estimatedTokens));
  const checks: LimitCheck[] = [];
  for (const { id: subjectId, limits } of subjects) {
    for (const name of NAMES) {
      const limit = limits[name];
      if (limit === undefined) continue;
      const cost = name === 'tpm' ? tokens : 1;
      checks.push({ key: `${subjectId}:${name}`, subjectId, name, limit, cost, span: SPANS[name] });
    }
  }
  return checks;
}
