import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyLedger } from '#metering';
import * as fc from 'fast-check';
import { type HarnessDatabase, type DatabaseCopies, openDatabaseCopies } from '../database-copies.js';
import { type Tier, TIERS } from '../tiers.js';
import { COMMANDS, NEW_SUBMISSIONS } from './commands.js';
import { RealSystem } from './real-system.js';

/** The number of runs, and the seed; `npm run chaos:model` sets more runs. */
const { videoModel = { runs: 120, seed: 20_261_115 } } = globalThis as {
  videoModel?: { runs: number; seed: number };
};
const SHARES_PER_TIER = 2;
const MAX_COMMANDS = 30;
const RUNS = Math.ceil(videoModel.runs / TIERS.length / SHARES_PER_TIER);
const TIMEOUT_MS = 60_000 + videoModel.runs * 1_000;

async function runModel(tier: Tier, seed: number, database: HarnessDatabase): Promise<number> {
  const commands = fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: 'max' });
  const zombies = fc.constantFrom('before' as const, 'after' as const);
  const property = fc.asyncProperty(
    NEW_SUBMISSIONS,
    commands,
    zombies,
    async (submissions, sequence, awake) => {
      const system = new RealSystem(database, tier);
      try {
        for (const submission of submissions) await system.submit(submission);
        await fc.asyncModelRun(
          () => ({ model: { submissions: submissions.length }, real: system }),
          sequence,
        );
        expect(await system.finish(awake)).toEqual([]);
      } finally {
        await system.close();
      }
    },
  );
  // By default fast-check prefers short sequences, in which little happens.
  await fc.assert(property, { numRuns: RUNS, seed, unbiased: true });
  return RUNS;
}

describe(`any events of tasks, from seed ${videoModel.seed}`, () => {
  let copies: DatabaseCopies;
  let database: HarnessDatabase;
  const shares = TIERS.flatMap((tier) =>
    Array.from({ length: SHARES_PER_TIER }, (_, share) => ({ tier, seed: videoModel.seed + share })),
  );
  let results: Promise<number>[];

  beforeAll(async () => {
    copies = await openDatabaseCopies();
    database = await copies.copy();
    results = shares.map(({ tier, seed }) => runModel(tier, seed, database));
    for (const result of results) result.catch(() => undefined);
  });

  afterAll(async () => {
    await Promise.allSettled(results);
    await copies.drop();
  }, TIMEOUT_MS);

  it.each(shares.map(({ tier, seed }, index) => [tier, seed, index] as const))(
    'break no invariant with tier %s, seed %i',
    async (_tier, _seed, index) => {
      expect(await results[index]).toBe(RUNS);
    },
    TIMEOUT_MS,
  );

  it(
    'leave a correct ledger',
    async () => {
      await Promise.allSettled(results);
      expect((await verifyLedger(database)).faults).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
