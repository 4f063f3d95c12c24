import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ApiCase, runApiCase } from './api-case.js';
import { type DatabaseCopies, openDatabaseCopies } from './database-copies.js';
import { runLimited } from './run-limited.js';

const AT_ONCE = 8;
const TIMEOUT_MS = 60_000;

/** Every case is a separate test; many run concurrently. */
export function testApiFailpoints(cases: readonly ApiCase[]): void {
  let copies: DatabaseCopies;
  let results: Map<ApiCase, ReturnType<typeof runApiCase>>;

  beforeAll(async () => {
    copies = await openDatabaseCopies();
    results = runLimited(cases, AT_ONCE, (one) => runApiCase(one, copies));
    for (const result of results.values()) result.catch(() => undefined);
  });

  afterAll(async () => {
    await Promise.allSettled(results.values());
    await copies.drop();
  }, TIMEOUT_MS);

  it.each(cases.map((one) => [one.moment, one.worker, one.tier, one] as const))(
    '%s, with a worker %s, tier %s',
    async (_moment, _worker, _tier, one) => {
      const result = await results.get(one);
      expect(result?.broken).toEqual([]);
      expect(result).toMatchObject({ count: 1, isMonotone: true, task: { status: 'completed' } });
      expect(new Set(result?.answers.map(({ task }) => task.id)).size).toBe(1);
    },
    TIMEOUT_MS,
  );
}
