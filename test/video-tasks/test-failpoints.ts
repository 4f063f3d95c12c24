import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DatabaseCopies, openDatabaseCopies } from './database-copies.js';
import { type CaseResult, type FailpointCase, getName, runFailpointCase } from './failpoint-case.js';
import { runLimited } from './run-limited.js';

const AT_ONCE = 10;
const TIMEOUT_MS = 150_000;

/** Every case is a separate test; many run concurrently, because they mostly wait. */
export function testFailpoints(cases: readonly FailpointCase[]): void {
  let copies: DatabaseCopies;
  let results: Map<FailpointCase, Promise<CaseResult>>;

  beforeAll(async () => {
    copies = await openDatabaseCopies();
    results = runLimited(cases, AT_ONCE, (one) => runFailpointCase(one, copies));
    for (const result of results.values()) result.catch(() => undefined);
  });

  afterAll(async () => {
    await Promise.allSettled(results.values());
    await copies.drop();
  }, TIMEOUT_MS);

  it.each(cases.map((one) => [getName(one), one] as const))(
    '%s',
    async (_name, one) => {
      const result = await results.get(one);
      expect(result?.broken).toEqual([]);
      expect(expectedEnds(one)).toContain(result?.task.error?.code ?? 'completed');
      if (isSurvived(one)) expect(result?.videos).toBe(result?.task.status === 'completed' ? 1 : 0);
    },
    TIMEOUT_MS,
  );
}

const UNANSWERED = [
  'after-claim-commit',
  'before-first-upstream-byte',
  'after-upstream-answer-before-spool',
  'after-spool-before-database',
];

/** A task fails only if it cannot be known whether a submission arrived. */
function expectedEnds({ failpoint, fate, tier }: FailpointCase): (number | 'completed')[] {
  if (tier !== 'none' || !UNANSWERED.includes(failpoint)) return ['completed'];
  // The disk of the machine has the id.
  if (fate === 'restart' && failpoint === 'after-spool-before-database') return ['completed'];
  // The first one decides: the worker that has the id, or the one that gives up.
  return fate === 'zombie' ? ['completed', 409] : [409];
}

/** A process that is killed cannot clean up; one that was only paused leaves nothing behind. */
function isSurvived({ fate }: FailpointCase): boolean {
  return fate === 'zombie' || fate === 'late-zombie';
}
