import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type UsageCounts,
  type UsageEvent,
  UsageMaintenance,
  type UsageSum,
  UsageRepository,
  type UsageSumsQuery,
} from '#metering';
import * as fc from 'fast-check';
import { UsageHarness, begunEvent, endedEvent } from './usage-harness.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.now();
const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS;
const [FROM, TO] = [new Date(TODAY - 10 * DAY_MS), new Date(TODAY + DAY_MS)];

let harness: UsageHarness;
let usage: UsageRepository;
let maintenance: UsageMaintenance;

beforeAll(async () => {
  harness = await UsageHarness.open();
  usage = new UsageRepository(harness.dataSource);
});

beforeEach(() => {
  maintenance = new UsageMaintenance(harness.dataSource, () => 30);
});

afterEach(async () => {
  await harness.reset();
});

afterAll(async () => {
  await harness.close();
});

async function store(events: readonly UsageEvent[]): Promise<void> {
  const journal = harness.journal();
  for (const event of events) journal.begin(event).finish(event);
  await journal.close();
}

function eventAt(startedAtMs: number, changes: Partial<UsageEvent> = {}): UsageEvent {
  return endedEvent(begunEvent({ startedAtMs }), changes);
}

const event = fc
  .record({
    hoursAgo: fc.integer({ min: 0, max: 60 }),
    minute: fc.nat(59),
    model: fc.constantFrom('small', 'large'),
    tokenId: fc.constantFrom('one', 'two'),
    channel: fc.constantFrom('main', 'spare'),
    outcome: fc.constantFrom('ok', 'upstream-error', 'client-gone'),
    isCacheHit: fc.boolean(),
    isEstimated: fc.boolean(),
    durationMs: fc.nat(10_000),
    firstByteMs: fc.option(fc.nat(1_000), { nil: undefined }),
    costMicroUsd: fc.option(fc.nat(1_000_000), { nil: undefined }),
    usage: fc.record({ inputTokens: fc.nat(100_000), audioSeconds: fc.nat(100) }, { requiredKeys: [] }),
  })
  .map(({ hoursAgo, minute, ...changes }) => eventAt(TODAY - hoursAgo * HOUR_MS + minute * 60_000, changes));

/** The expected sums, computed independently. */
function buildSums(
  events: readonly UsageEvent[],
  getStart: (event: UsageEvent) => number,
): Map<string, Partial<UsageSum>> {
  const groups = new Map<string, UsageEvent[]>();
  for (const one of events) {
    const key = `${new Date(getStart(one)).toISOString()} ${one.model}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return new Map([...groups].map(([key, group]) => [key, toSum(group)]));
}

function toSum(events: readonly UsageEvent[]): Partial<UsageSum> {
  const total = (value: (event: UsageEvent) => number | undefined): number =>
    events.reduce((sum, one) => sum + (value(one) ?? 0), 0);
  const count = (is: (event: UsageEvent) => boolean): number => events.filter(is).length;
  return {
    requests: events.length,
    errors: count(({ outcome }) => outcome === 'upstream-error'),
    cacheHits: count(({ isCacheHit }) => isCacheHit),
    estimated: count(({ isEstimated }) => isEstimated),
    usage: expect.objectContaining({
      inputTokens: total((one) => one.usage.inputTokens),
      audioSeconds: total((one) => one.usage.audioSeconds),
      outputTokens: 0,
    }) as unknown as Required<UsageCounts>,
    costMicroUsd: total((one) => one.costMicroUsd),
    unpriced: count(({ costMicroUsd }) => costMicroUsd === undefined),
    durationMs: total((one) => one.durationMs),
    firstByteMs: total((one) => one.firstByteMs),
    firstBytes: count(({ firstByteMs }) => firstByteMs !== undefined),
  };
}

async function storedSums(
  per: 'hour' | 'day',
  period: Partial<UsageSumsQuery> = {},
): Promise<Map<string, Partial<UsageSum>>> {
  const sums = await usage.sums({ from: FROM, to: TO, per, by: ['model'], ...period });
  return new Map(
    sums.map(({ startsAt, names, ...rest }) => [`${startsAt.toISOString()} ${names.model}`, rest]),
  );
}

/** The days that have a partition. */
async function tables(): Promise<string[]> {
  const rows = await harness.database.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'usage_events'::regclass ORDER BY 1`,
  );
  return rows.map((row) => String(row['name'])).filter((name) => name !== 'usage_events_default');
}

function toTable(momentMs: number): string {
  return `usage_events_${new Date(momentMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function getHour({ startedAtMs }: UsageEvent): number {
  return Math.floor(startedAtMs / HOUR_MS) * HOUR_MS;
}

function getDay({ startedAtMs }: UsageEvent): number {
  return Math.floor(startedAtMs / DAY_MS) * DAY_MS;
}

/** Days of India, which begin at 18:30 in UTC; the period also begins and ends within an hour. */
const INDIAN = {
  from: new Date(TODAY - 40 * HOUR_MS + 25 * 60_000),
  to: new Date(TODAY - 2 * HOUR_MS + 12 * 60_000),
  dayStarts: Array.from({ length: 4 }, (_, day) => new Date(getIndianDay(TODAY - (3 - day) * DAY_MS))),
};

function getIndianDay(momentMs: number): number {
  const offsetMs = 5.5 * HOUR_MS;
  return Math.floor((momentMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
}

async function expectIndianDays(stored: readonly UsageEvent[]): Promise<void> {
  const inPeriod = stored.filter(
    ({ startedAtMs: at }) => at >= INDIAN.from.getTime() && at < INDIAN.to.getTime(),
  );
  const expected = buildSums(inPeriod, ({ startedAtMs }) => getIndianDay(startedAtMs));
  expect(await storedSums('day', INDIAN)).toEqual(expected);
}

async function costs(query: Partial<UsageSumsQuery>): Promise<unknown[]> {
  const sums = await usage.sums({ from: FROM, to: TO, per: 'day', ...query });
  return sums.map(({ names, costMicroUsd }) => [Object.values(names)[0], costMicroUsd]);
}

describe('sums', () => {
  it('equal those of the rows, before and after a rollup, in any order of events', async () => {
    const steps = fc.array(
      fc.oneof(fc.array(event, { minLength: 1, maxLength: 8 }), fc.constant('add up' as const)),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const stored: UsageEvent[] = [];
        for (const step of script) {
          if (step === 'add up') await maintenance.run(new Date(NOW));
          else {
            await store(step);
            stored.push(...step);
          }
          expect(await storedSums('hour')).toEqual(buildSums(stored, getHour));
          await expectIndianDays(stored);
        }
        await maintenance.run(new Date(NOW));
        const [left] = await harness.database.query('SELECT count(*)::int FROM usage_changed_hours');
        expect(left).toEqual({ count: 0 });
        expect(await storedSums('day')).toEqual(buildSums(stored, getDay));
        await expectIndianDays(stored);
        await harness.reset();
      }),
      { numRuns: 6 },
    );
  });

  it('are filtered', async () => {
    await store([
      eventAt(NOW, { model: 'small', owner: 'alice', tokenId: 'one', channel: 'main', costMicroUsd: 1 }),
      eventAt(NOW, { model: 'large', owner: 'alice', tokenId: 'two', channel: 'spare', costMicroUsd: 10 }),
      eventAt(NOW, { model: 'large', owner: 'bob', tokenId: 'three', channel: 'main', costMicroUsd: 100 }),
    ]);
    for (const isAddedUp of [false, true]) {
      if (isAddedUp) await maintenance.run(new Date(NOW));
      expect(await costs({})).toEqual([[undefined, 111]]);
      expect(await costs({ owner: 'alice' })).toEqual([[undefined, 11]]);
      expect(await costs({ by: ['owner'] })).toEqual([
        ['alice', 11],
        ['bob', 100],
      ]);
      expect(await costs({ by: ['channel'], model: 'large' })).toEqual([
        ['main', 100],
        ['spare', 10],
      ]);
      const groups = await usage.sums({ from: FROM, to: TO, per: 'day', by: ['owner', 'model'] });
      expect(groups.map(({ names, costMicroUsd }) => ({ ...names, costMicroUsd }))).toEqual([
        { owner: 'alice', model: 'large', costMicroUsd: 10 },
        { owner: 'alice', model: 'small', costMicroUsd: 1 },
        { owner: 'bob', model: 'large', costMicroUsd: 100 },
      ]);
      expect(await costs({ by: ['token'], limit: 2 })).toHaveLength(2);
      expect(await costs({ tokenId: 'three', channel: 'main', operation: 'chat' })).toEqual([
        [undefined, 100],
      ]);
      expect(await costs({ by: ['token'], to: new Date(TODAY) })).toEqual([]);
      expect(await costs({ owner: 'nobody' })).toEqual([]);
    }
  });
});

describe('retention', () => {
  it('drops whole days and keeps their sums, also if an event arrives very late', async () => {
    const [old, oldest, young] = [TODAY - 31 * DAY_MS, TODAY - 40 * DAY_MS, TODAY - 29 * DAY_MS];
    await store([old, oldest, oldest, young, NOW].map((moment) => eventAt(moment)));
    const all = { from: new Date(TODAY - 50 * DAY_MS), to: TO, per: 'day' } as const;
    const before = await usage.sums(all);
    expect(before.map(({ requests }) => requests)).toEqual([2, 1, 1, 1]);
    expect(await maintenance.run(new Date(NOW))).toEqual({ usageHours: 4, droppedUsageDays: 2 });
    expect(await tables()).toEqual([toTable(young), toTable(TODAY), toTable(TODAY + DAY_MS)]);
    expect(await harness.rows()).toHaveLength(2);
    expect(await usage.sums(all)).toEqual(before);

    await store([eventAt(oldest)]);
    expect(await usage.sums(all)).toEqual(before);
    await maintenance.run(new Date(NOW));
    expect(await harness.rows()).toHaveLength(2);
    expect(await usage.sums(all)).toEqual(before);

    // An hour without rows cannot be divided: it belongs to the period in which it begins.
    const middle = new Date(Math.floor(old / HOUR_MS) * HOUR_MS + 30 * 60_000);
    expect(await usage.sums({ ...all, to: middle })).toMatchObject([{ requests: 2 }, { requests: 1 }]);
    expect(await usage.sums({ ...all, from: middle })).toMatchObject([{ requests: 1 }, { requests: 1 }]);
  });

  it('creates partitions for today and tomorrow before anything is stored', async () => {
    await maintenance.run(new Date(NOW + 3 * DAY_MS));
    expect(await tables()).toEqual(
      expect.arrayContaining([toTable(NOW + 3 * DAY_MS), toTable(NOW + 4 * DAY_MS)]),
    );
    await store([eventAt(NOW)]);
    expect(await harness.database.query('SELECT FROM usage_events_default')).toEqual([]);
  });

  it('stores events of a wrong clock, and moves them to their partition when that day comes', async () => {
    const ahead = NOW + 6 * DAY_MS;
    const events = [eventAt(ahead), eventAt(Date.UTC(1999, 11, 31))];
    await store(events);
    expect(await harness.database.query('SELECT FROM usage_events_default')).toHaveLength(2);
    await maintenance.run(new Date(ahead));
    expect(await harness.database.query(`SELECT id FROM ${toTable(ahead)}`)).toEqual([{ id: events[0]?.id }]);
    expect(await harness.database.query('SELECT FROM usage_events_default')).toEqual([]);
    // A repeated insert finds that it is there.
    await store(events.slice(0, 1));
    expect((await harness.charged()).get(events[0]?.id ?? '')).toBe(80);
  });
});
