import { OUTCOME_CHECKS } from './outcome-checks.mjs';
import { TASK_CHECKS } from './task-checks.mjs';
import { UPSTREAM_CHECKS } from './upstream-checks.mjs';

const getNumber = ({ name }) => Number(/\d+/.exec(name)[0]) + (name.startsWith('E') ? 100 : 0);

/** Runs all checks and returns their violations. */
export function checkAll(evidence) {
  return [...TASK_CHECKS, ...UPSTREAM_CHECKS, ...OUTCOME_CHECKS]
    .toSorted((a, b) => getNumber(a) - getNumber(b))
    .map(({ name, find }) => ({ name, violations: find(evidence) }));
}
