import { type Check } from './counters/counters.js';
import { MINUTE, UTC_DAY } from './counters/window.js';
import { type LimitSubject, type SubjectLimits } from './limit-subject.js';

export type LimitName = keyof SubjectLimits;

/** A check with its limit's name and subject, for the error message. */
export interface LimitCheck extends Check {
  name: LimitName;
  subjectId: string;
}

const SPANS = {
  rpm: MINUTE,
  tpm: MINUTE,
  requestsPerDay: UTC_DAY,
  concurrency: 'running',
  sockets: 'running',
} as const;
const NAMES = ['rpm', 'tpm', 'requestsPerDay', 'concurrency', 'sockets'] as const;

/** The checks of all limits of all subjects, with a cost of 1. `withTokens` sets the tokens of a request. */
export function prepareChecks(subjects: readonly LimitSubject[]): LimitCheck[] {
  const checks: LimitCheck[] = [];
  for (const { id: subjectId, limits } of subjects) {
    for (const name of NAMES) {
      const limit = limits[name];
      if (limit === undefined) continue;
      checks.push({ key: `${subjectId}:${name}`, subjectId, name, limit, cost: 1, span: SPANS[name] });
    }
  }
  return checks;
}

/** The checks with this many tokens, at least 1, so that an exhausted limit refuses every request. */
export function withTokens(prepared: readonly LimitCheck[], estimatedTokens: number): readonly LimitCheck[] {
  const cost = Math.max(1, Math.ceil(estimatedTokens));
  if (cost === 1) return prepared;
  let checks: LimitCheck[] | undefined;
  for (let index = 0; index < prepared.length; index += 1) {
    const check = prepared[index];
    if (check?.name !== 'tpm') continue;
    checks ??= prepared.slice();
    const { key, subjectId, name, limit, span } = check;
    checks[index] = { key, subjectId, name, limit, cost, span };
  }
  return checks ?? prepared;
}
