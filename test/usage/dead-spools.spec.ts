import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type BegunEvent, type ChargeBook, type UsageJournal, UsageRepository } from '#metering';
import * as fc from 'fast-check';
import { eventually } from '../harness/index.js';
import { UsageHarness, begunEvent, endedEvent, tableCharges } from './usage-harness.js';

let harness: UsageHarness;

beforeAll(async () => {
  harness = await UsageHarness.open();
});

afterEach(async () => {
  await harness.reset();
});

afterAll(async () => {
  await harness.close();
});

/** Some requests that are finished, some that are not, and one that reached no upstream. */
function writeSome(journal: UsageJournal): BegunEvent[] {
  const begun = Array.from({ length: 30 }, () => begunEvent());
  for (const [index, event] of begun.entries()) {
    const entry = journal.begin(event);
    if (index % 3 !== 0) entry.finish(endedEvent(event));
  }
  journal.begin(begunEvent()).abandon();
  return begun;
}

function getFile(spoolOwner: string): string {
  const [name = ''] = readdirSync(join(harness.folder, spoolOwner));
  return join(harness.folder, spoolOwner, name);
}

async function expectOneOf(begun: readonly BegunEvent[]): Promise<void> {
  const rows = await harness.rows();
  expect(rows.map(({ id }) => id).toSorted()).toEqual(begun.map(({ id }) => id).toSorted());
  const charged = await harness.charged();
  expect(rows.filter(({ id, cost }) => charged.get(id) !== cost)).toEqual([]);
  const [count] = await harness.database.query('SELECT count(*)::int FROM charged');
  expect(count).toEqual({ count: begun.length });
}

describe('the spool of a process that has died', () => {
  it('is replayed: finished requests unchanged, the others as an estimate', async () => {
    let begun: BegunEvent[] = [];
    const spoolOwner = await harness.leaveSpool((journal) => (begun = writeSome(journal)));
    expect(await harness.journal().replayDead()).toBe(1);
    await expectOneOf(begun);
    const usage = new UsageRepository(harness.dataSource);
    expect(await usage.find(begun[0]?.requestId ?? '')).toMatchObject({
      outcome: 'process-died',
      isEstimated: true,
      usage: { inputTokens: 12 },
      costMicroUsd: 50,
      attempts: [],
    });
    expect(await usage.find(begun[1]?.requestId ?? '')).toMatchObject({ outcome: 'ok', costMicroUsd: 80 });
    expect(await harness.closedSpoolOwners()).toEqual([spoolOwner]);
    expect(harness.places().filter((name) => name.includes(spoolOwner))).toEqual([]);
  });

  it('is replayed by one of several processes that find it', async () => {
    const begun: BegunEvent[] = [];
    for (let count = 0; count < 4; count += 1) {
      await harness.leaveSpool((journal) => begun.push(...writeSome(journal)));
    }
    const journals = [harness.journal(), harness.journal(), harness.journal()];
    await eventually(async () => {
      await Promise.all(journals.map((journal) => journal.replayDead()));
      return harness.places().length === journals.length || undefined;
    });
    await expectOneOf(begun);
    const [closed] = await harness.database.query(
      'SELECT count(*)::int, count(DISTINCT spool_owner)::int AS spool_owners FROM closed',
    );
    expect(closed).toEqual({ count: 4, spool_owners: 4 });
  });

  it('is replayed by the next one if the process that had begun has died too', async () => {
    let begun: BegunEvent[] = [];
    const spoolOwner = await harness.leaveSpool((journal) => (begun = writeSome(journal)));
    let calls = 0;
    const charges: ChargeBook = {
      ...tableCharges,
      charge: async (manager, chargedSpoolOwner, events) => {
        calls += 1;
        if (calls > 2) throw new Error('out of reach');
        await tableCharges.charge(manager, chargedSpoolOwner, events);
      },
    };
    const first = harness.journal({ charges, settings: { batchSize: 5 } });
    expect(await first.replayDead()).toBe(0);
    expect(await harness.rows()).toHaveLength(10);
    expect(harness.places()).toContain(`${spoolOwner}@${first.spoolOwner}`);
    const second = harness.journal();
    expect(await second.replayDead()).toBe(0);
    await first.close();
    expect(await second.replayDead()).toBe(1);
    await expectOneOf(begun);
  });

  it('is left alone while its process lives', async () => {
    const living = harness.journal();
    const begun = writeSome(living);
    expect(await harness.journal().replayDead()).toBe(0);
    expect(await harness.rows()).toEqual([]);
    await living.flush();
    await expectOneOf(begun.filter((_event, index) => index % 3 !== 0));
  });

  it('is treated as that of a dead process if its machine is unknown and it was not modified for long', async () => {
    let begun: BegunEvent[] = [];
    const spoolOwner = await harness.leaveSpool((journal) => (begun = writeSome(journal)));
    const elsewhere = `000000000000${spoolOwner.slice(12)}`;
    harness.rename(spoolOwner, elsewhere);
    const patient = harness.journal();
    expect(await patient.replayDead()).toBe(0);
    await patient.close();
    expect(await harness.journal({ settings: { staleAfterMs: 0, maintainEveryMs: 0 } }).replayDead()).toBe(1);
    await expectOneOf(begun);
    expect(await harness.closedSpoolOwners()).toContain(elsewhere);
  });
});

describe('a spool with unreadable lines', () => {
  it('returns all others, and logs this', async () => {
    let begun: BegunEvent[] = [];
    const spoolOwner = await harness.leaveSpool((journal) => (begun = writeSome(journal)));
    const path = getFile(spoolOwner);
    const lines = readFileSync(path, 'utf8').split('\n');
    // The beginning of a request that is also finished, and an invalid line.
    lines[1] = lines[1]?.replace('alice', 'mallory') ?? '';
    lines.splice(5, 0, 'nothing that was ever written');
    writeFileSync(path, lines.join('\n'));
    expect(await harness.journal().replayDead()).toBe(1);
    await expectOneOf(begun);
    expect(harness.logs.filter(({ msg }) => msg === 'lines of a usage spool cannot be read')).toEqual([
      expect.objectContaining({ unreadable: 2 }),
    ]);
  });

  it('returns complete lines, wherever it was truncated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, noNaN: true }), async (share) => {
        const spoolOwner = await harness.leaveSpool(writeSome);
        const path = getFile(spoolOwner);
        const whole = readFileSync(path);
        const cut = Math.floor(share * whole.length);
        truncateSync(path, cut);
        const lines = whole.subarray(0, cut).toString().split('\n').slice(0, -1);
        const idsIn = (kind: string): string[] =>
          lines.flatMap((line) => new RegExp(`^\\S+ ${kind} \\["([^"]+)"`).exec(line)?.[1] ?? []);
        const abandoned = lines.flatMap((line) => / abandoned "\d+ (.+)"$/.exec(line)?.[1] ?? []);
        expect(await harness.journal().replayDead()).toBe(1);
        const rows = await harness.rows();
        const begun = idsIn('begun').filter((id) => !abandoned.includes(id));
        expect(rows.map(({ id }) => id).toSorted()).toEqual(begun.toSorted());
        const over = rows.filter(({ outcome }) => outcome === 'ok').map(({ id }) => id);
        expect(over.toSorted()).toEqual(idsIn('ended').toSorted());
        expect(harness.logs.filter(({ msg }) => msg === 'lines of a usage spool cannot be read')).toEqual([]);
        await harness.reset();
      }),
      { numRuns: 10 },
    );
  });
});
