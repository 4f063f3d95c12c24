import { readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LISTED_FACTS, type RequestFactKind, type RequestFacts } from '#declarations';
import { UsageRepository } from '#metering';
import { eventually } from '../harness/index.js';
import { UsageHarness, begunEvent, endedEvent, run } from './usage-harness.js';

/** A value of each kind. */
const FACTS: Readonly<Record<RequestFactKind, unknown>> = {
  text: 'a text',
  count: 7,
  milliseconds: 8,
  flag: true,
};

const sampleFacts = (): RequestFacts =>
  Object.fromEntries(LISTED_FACTS.map(({ name, fact }) => [name, FACTS[fact.kind]])) as RequestFacts;

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

describe('the journal of usage', () => {
  it('stores finished requests, with all of their fields', async () => {
    const stored: string[] = [];
    const journal = harness.journal({ onStored: (events) => stored.push(...events.map(({ id }) => id)) });
    const begun = begunEvent();
    const ended = endedEvent(begun, {
      outcome: 'upstream-timeout',
      isEstimated: true,
      isCacheHit: true,
      usage: {
        inputTokens: 1,
        cachedInputTokens: 2,
        cacheWriteTokens: 3,
        outputTokens: 4,
        reasoningTokens: 5,
        audioInputTokens: 6,
        audioOutputTokens: 7,
        imageInputTokens: 8,
        images: 9,
        audioSeconds: 1.234,
        videoSeconds: 5.5,
        characters: 10,
        searchUnits: 11,
        cacheWrite1hTokens: 12,
        imageOutputTokens: 13,
        webSearches: 14,
        codeSessions: 15,
      },
      upstreamCostMicroUsd: 16,
      priceContext: { imageSize: '1024x1024', imageQuality: 'high' },
      attempts: [
        {
          channel: 'first',
          upstreamModel: 'a',
          outcome: 'upstream-error',
          upstreamStatus: 500,
          durationMs: 1,
        },
        {
          channel: 'main',
          upstreamModel: 'b',
          outcome: 'upstream-timeout',
          durationMs: 2,
          reason: 'no answer',
        },
      ],
      flagged: ['violence'],
      ...sampleFacts(),
    });
    journal.begin(begun).finish(ended);
    expect(await journal.flush()).toBe(true);
    const { budgetAccounts: _budgetAccounts, ...expected } = ended;
    expect(await new UsageRepository(harness.dataSource).find(ended.requestId)).toEqual(expected);
    expect(await harness.charged()).toEqual(new Map([[ended.id, 80]]));
    expect(stored).toEqual([ended.id]);
  });

  it('stores nothing of a request that reached no upstream, and accepts one end only', async () => {
    const journal = harness.journal();
    const abandoned = journal.begin(begunEvent());
    abandoned.abandon();
    abandoned.finish(endedEvent(begunEvent()));
    const begun = begunEvent();
    const entry = journal.begin(begun);
    entry.finish(endedEvent(begun));
    entry.finish(endedEvent(begun, { outcome: 'client-gone' }));
    entry.abandon();
    await journal.flush();
    expect(await harness.rows()).toEqual([{ id: begun.id, outcome: 'ok', cost: 80 }]);
  });

  it('writes all lines of one iteration of the event loop together, before any caller continues', async () => {
    const journal = harness.journal();
    const place = join(harness.folder, journal.spoolOwner);
    const content = (): string => readFileSync(join(place, readdirSync(place)[0] ?? ''), 'utf8');
    const [first, second] = [begunEvent(), begunEvent()];
    const entries = [journal.begin(first, 'batched'), journal.begin(second, 'batched')];
    expect(content()).toBe('');
    await entries[0]?.waitUntilWritten();
    expect(content()).toMatch(new RegExp(`begun \\["${first.id}".*\n.*begun \\["${second.id}".*\n$`));
    entries[0]?.finish(endedEvent(first), 'batched');
    expect(content()).not.toContain('ended');
    // A caller that cannot wait also writes the earlier lines of others.
    entries[1]?.finish(endedEvent(second));
    expect(content()).toMatch(new RegExp(`ended \\["${first.id}".*\n.*ended \\["${second.id}".*\n$`));
    await journal.flush();
    expect(await harness.rows()).toHaveLength(2);
  });

  it('keeps an unknown cost unknown', async () => {
    const journal = harness.journal();
    run(journal, { costMicroUsd: undefined, priceVersion: undefined });
    await journal.flush();
    expect((await harness.rows())[0]?.cost).toBeNull();
  });

  it('stores by itself, soon after or as soon as there are many', async () => {
    const soon = harness.journal({ settings: { drainEveryMs: 20 } });
    const many = harness.journal({ settings: { batchSize: 5 } });
    run(soon);
    for (let count = 0; count < 5; count += 1) run(many);
    await eventually(async () => (await harness.rows()).length === 6);
  });

  it('stores any value that an upstream returns', async () => {
    const journal = harness.journal();
    const ended = run(journal, {
      upstreamModel: `nul\0 and half a pair \uD800 and ${'long'.repeat(2_000)}`,
      durationMs: 1e15,
      usage: { inputTokens: -5, outputTokens: 1e300, images: Number.NaN, audioSeconds: 0.0004 },
      costMicroUsd: 80.4,
    });
    await journal.flush();
    const record = await new UsageRepository(harness.dataSource).find(ended.requestId);
    expect(record).toMatchObject({ durationMs: 2 ** 31 - 1, costMicroUsd: 80 });
    expect(record?.upstreamModel).toMatch(/^nul and half a pair \uFFFD and long/);
    expect(record?.usage).toEqual({ outputTokens: 2 ** 31 - 1, audioSeconds: 0 });
  });

  it('puts rows aside that the database rejects, and stores the others', async () => {
    const journal = harness.journal();
    const impossible = [run(journal, {}), run(journal, {})];
    const begun = begunEvent({ id: 'not-a-uuid' });
    journal.begin(begun).finish(endedEvent(begun));
    const timeless = begunEvent({ startedAtMs: Number.NaN });
    journal.begin(timeless).finish(endedEvent(timeless));
    expect(await journal.flush()).toBe(true);
    expect((await harness.rows()).map(({ id }) => id).toSorted()).toEqual(
      impossible.map(({ id }) => id).toSorted(),
    );
    const rejected = readFileSync(join(harness.folder, 'rejected'), 'utf8');
    expect(rejected).toContain('not-a-uuid');
    expect(rejected).toContain(timeless.id);
  });

  it('puts aside a limited number of rows, and reports how many are lost', async () => {
    const path = join(harness.folder, 'rejected');
    writeFileSync(path, '');
    truncateSync(path, 16 * 1024 * 1024);
    const journal = harness.journal();
    const begun = begunEvent({ id: 'not-a-uuid' });
    journal.begin(begun).finish(endedEvent(begun));
    expect(await journal.flush()).toBe(true);
    expect([statSync(path).size, journal.lostEvents]).toEqual([16 * 1024 * 1024, 1]);
  });

  it('leaves nothing behind when it is closed, and returns its leases', async () => {
    const journal = harness.journal();
    const { spoolOwner } = journal;
    run(journal);
    await journal.close();
    expect(await harness.rows()).toHaveLength(1);
    expect(await harness.closedSpoolOwners()).toEqual([spoolOwner]);
    expect(harness.places()).toEqual([]);
  });

  it('keeps its files small', async () => {
    const journal = harness.journal({ settings: { maintainEveryMs: 5 } });
    const long = begunEvent();
    const entry = journal.begin(long);
    const place = join(harness.folder, journal.spoolOwner);
    for (let round = 0; round < 4; round += 1) {
      for (let count = 0; count < 1_000; count += 1) run(journal);
      await journal.flush();
    }
    // A file may be removed after its name was read.
    const sizeOf = (name: string): number =>
      statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0;
    const sizes = (): number[] => readdirSync(place).map(sizeOf);
    await eventually(() => sizes().length === 1 && (sizes()[0] ?? 0) < 1.5 * 2 ** 20);
    const [name = ''] = readdirSync(place);
    expect(readFileSync(join(place, name), 'utf8')).toContain(long.id);
    entry.finish(endedEvent(long));
    await journal.flush();
    expect(await harness.rows()).toHaveLength(4_001);
    expect((await harness.charged()).size).toBe(4_001);
  });

  it('treats the time as a part of the key: an id may occur again at another time', async () => {
    const journal = harness.journal();
    const first = begunEvent();
    const second = { ...first, startedAtMs: first.startedAtMs + 1 };
    journal.begin(first).finish(endedEvent(first));
    journal.begin(second).finish(endedEvent(second));
    expect(journal.waitingEvents).toBe(2);
    await journal.flush();
    expect(journal.waitingEvents).toBe(0);
    expect(await harness.rows()).toHaveLength(2);
    expect(await harness.charged()).toEqual(new Map([[first.id, 160]]));
  });
});

describe('a disk that is not writable', () => {
  it('fails no request, is logged once, and is used again as soon as it works', async () => {
    const folder = join(harness.folder, 'usage');
    // A file instead of a folder, which stops every user, including root.
    writeFileSync(folder, '');
    const journal = harness.journal({ folder, settings: { maintainEveryMs: 10 } });
    const events = [run(journal), run(journal)];
    expect(journal.isDurable).toBe(false);
    const unfinished = begunEvent();
    journal.begin(unfinished);
    rmSync(folder);
    await eventually(() => journal.isDurable);
    expect(harness.logs.map(({ msg }) => msg)).toEqual([
      'usage cannot be written to disk: unstored usage would be lost if this process exits',
      'usage is written to disk again',
    ]);
    const [name = ''] = readdirSync(join(folder, journal.spoolOwner));
    const content = readFileSync(join(folder, journal.spoolOwner, name), 'utf8');
    for (const { id } of [...events, unfinished]) expect(content).toContain(id);
    expect(await journal.flush()).toBe(true);
    expect(await harness.rows()).toHaveLength(2);
  });

  it('loses events only if the database is down for long as well, and they are counted', async () => {
    const folder = join(harness.folder, 'usage');
    writeFileSync(folder, '');
    const journal = harness.journal({ folder, settings: { maxInMemory: 3 } });
    for (let count = 0; count < 5; count += 1) run(journal);
    expect(journal.lostEvents).toBe(2);
    expect(await journal.flush()).toBe(true);
    expect(await harness.rows()).toHaveLength(3);
  });

  it('can be read by its owner only', () => {
    const journal = harness.journal();
    run(journal);
    const place = join(harness.folder, journal.spoolOwner);
    const [name = ''] = readdirSync(place);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(join(place, name)).mode & 0o777).toBe(0o600);
  });
});
