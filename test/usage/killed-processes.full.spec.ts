import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { SpoolProcess } from './spool-process.js';
import { UsageHarness } from './usage-harness.js';

const ESTIMATE = 50;
const COST = 80;
const KILLS_AT_ONCE = 4;
/** The number of requests that each finishes before it is killed at a random moment. */
const FINISHED_BEFORE = 100;
const ROUNDS = 3;

let harness: UsageHarness;

beforeAll(async () => {
  harness = await UsageHarness.open();
});

afterEach(async () => {
  await SpoolProcess.killAll();
  await harness.reset();
});

afterAll(async () => {
  await harness.close();
});

/** A remaining process replays what the others have left, until nothing is left. */
async function replayEverything(journal = harness.journal()): Promise<void> {
  await eventually(async () => {
    await journal.replayDead();
    return harness.places().every((name) => name === journal.spoolOwner) || undefined;
  }, 20_000);
}

/** Expects one row for each request that has begun, no others, and a charge equal to the row. */
async function expectTruth(processes: readonly SpoolProcess[]): Promise<Map<string, string>> {
  const tell = (what: Parameters<SpoolProcess['told']>[0]): Set<string> =>
    new Set(processes.flatMap((process) => process.told(what)));
  const rows = await harness.rows();
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes.size).toBe(rows.length);
  const [begun, beginning, abandoned, abandoning] = [
    tell('begun'),
    tell('beginning'),
    tell('abandoned'),
    tell('abandoning'),
  ];
  const lost = [...begun].filter((id) => !outcomes.has(id) && !abandoning.has(id));
  const invented = rows.filter(({ id }) => !beginning.has(id) || abandoned.has(id));
  expect({ lost, invented }).toEqual({ lost: [], invented: [] });
  expect([...tell('finished')].filter((id) => outcomes.get(id) !== 'ok')).toEqual([]);
  const charged = await harness.charged();
  const wrong = rows.filter(
    ({ id, outcome, cost }) => cost !== (outcome === 'ok' ? COST : ESTIMATE) || charged.get(id) !== cost,
  );
  expect(wrong).toEqual([]);
  expect(charged.size).toBe(rows.length);
  return outcomes;
}

describe('processes that are killed while they write', () => {
  it('leave one event of each request, whenever that happens', async () => {
    const settings = { drainEveryMs: 10, batchSize: 50, searchEveryMs: 20, maintainEveryMs: 10 };
    const processes: SpoolProcess[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = Array.from(
        { length: KILLS_AT_ONCE },
        () => new SpoolProcess(harness, { settings, maxEvents: 3_000 }),
      );
      processes.push(...some);
      await Promise.all(
        some.map(async (process) => {
          await process.said('ready');
          await eventually(() => process.told('finished').length >= FINISHED_BEFORE || undefined, 20_000);
          await sleep(300 * Math.random());
          await process.kill();
        }),
      );
    }
    await replayEverything();
    const outcomes = [...(await expectTruth(processes)).values()];
    expect(outcomes.length).toBeGreaterThan(1_000);
    expect(outcomes).toContain('process-died');
    expect(await harness.closedSpoolOwners()).toHaveLength(KILLS_AT_ONCE * ROUNDS);
  });
});

describe('a process that was only paused', () => {
  it('is treated as dead, and corrects its records when it continues', async () => {
    const settings = { drainEveryMs: 20, searchEveryMs: 3_600_000, maintainEveryMs: 20, touchEveryMs: 50 };
    const sleeper = new SpoolProcess(harness, { settings, maxEvents: 100 });
    await sleeper.said('idle');
    const spoolOwner = await sleeper.said('ready');
    // Paused in a transaction, it would hold locks on rows that others want to write.
    const finished = sleeper.told('finished').length;
    await eventually(async () => (await harness.rows()).length >= finished || undefined, 20_000);
    sleeper.signal('SIGSTOP');
    const journal = harness.journal({ settings: { staleAfterMs: 1_000, maintainEveryMs: 20 } });
    await eventually(async () => (await journal.replayDead()) > 0 || undefined, 20_000);
    const asleep = [...(await expectTruth([sleeper])).values()];
    expect(asleep.filter((outcome) => outcome === 'process-died').length).toBeGreaterThan(10);
    expect(await harness.closedSpoolOwners()).toEqual([spoolOwner]);

    sleeper.signal('SIGCONT');
    sleeper.signal('SIGTERM');
    const next = await sleeper.said('done');
    expect(next).not.toBe(spoolOwner);
    const awake = [...(await expectTruth([sleeper])).values()];
    expect(awake.filter((outcome) => outcome !== 'ok')).toEqual([]);
    await sleeper.kill();
    await replayEverything(journal);
    await expectTruth([sleeper]);
  });
});
