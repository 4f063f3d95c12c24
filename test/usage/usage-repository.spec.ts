import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  TokenSpendingRepository,
  type UsageEvent,
  type UsageListQuery,
  UsageMaintenance,
  UsageRepository,
} from '#metering';
import { UsageHarness, begunEvent, endedEvent } from './usage-harness.js';

const NOW = Date.now();
const DAY_MS = 24 * 60 * 60 * 1000;

function newestFirst(a: UsageEvent, b: UsageEvent): number {
  return b.startedAtMs - a.startedAtMs || (a.id < b.id ? 1 : -1);
}

describe('usage records', () => {
  let harness: UsageHarness;
  let usage: UsageRepository;
  const events: UsageEvent[] = [];

  beforeAll(async () => {
    harness = await UsageHarness.open();
    usage = new UsageRepository(harness.dataSource);
    const journal = harness.journal();
    for (let count = 0; count < 60; count += 1) {
      // Three at each time, over three days.
      const begun = begunEvent({
        startedAtMs: NOW - Math.floor(count / 3) * (DAY_MS / 8),
        tokenId: `token-${count % 2}`,
        owner: `owner-${count % 3}`,
        model: `model-${count % 5}`,
        channel: count % 4 === 0 ? 'spare' : 'main',
      });
      events.push(
        endedEvent(begun, {
          outcome: count % 7 === 0 ? 'client-gone' : count % 5 === 0 ? 'upstream-error' : 'ok',
          costMicroUsd: count % 11 === 0 ? undefined : count,
          isCacheHit: count % 13 === 0,
          durationMs: count,
          ...(count % 17 === 0 ? { flagged: ['violence'] } : {}),
          ...(count % 6 === 0 ? {} : { sessionId: `session-${count % 6}` }),
        }),
      );
      journal.begin(begun).finish(endedEvent(begun, events.at(-1)));
    }
    await journal.flush();
  });

  afterAll(async () => {
    await harness.close();
  });

  /** All pages, one after another. */
  async function findIds(query: UsageListQuery): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await usage.list({ ...query, after });
      expect(page.records.length).toBeLessThanOrEqual(query.limit ?? 50);
      ids.push(...page.records.map(({ id }) => id));
      if (page.next === undefined) return ids;
      after = page.next;
    }
  }

  function expectedIds(is: (event: UsageEvent) => boolean): string[] {
    return events
      .filter(is)
      .toSorted(newestFirst)
      .map(({ id }) => id);
  }

  async function plan(sql: string): Promise<string> {
    const rows = await harness.dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      return manager.query<Record<string, string>[]>(`EXPLAIN ${sql}`);
    });
    return rows.map((row) => Object.values(row)[0]).join('\n');
  }

  it.each([1, 4, 7, 60, 1_000])('are listed newest first, %d at a time, each once', async (limit) => {
    expect(await findIds({ limit })).toEqual(expectedIds(() => true));
  });

  it('are filtered', async () => {
    const since = NOW - DAY_MS;
    expect(await findIds({ tokenId: 'token-1', limit: 4 })).toEqual(
      expectedIds((one) => one.tokenId === 'token-1'),
    );
    expect(await findIds({ owner: 'owner-2', channel: 'spare' })).toEqual(
      expectedIds((one) => one.owner === 'owner-2' && one.channel === 'spare'),
    );
    expect(await findIds({ model: 'model-3', outcome: 'client-gone', operation: 'chat' })).toEqual(
      expectedIds((one) => one.model === 'model-3' && one.outcome === 'client-gone'),
    );
    expect(await findIds({ from: new Date(since), to: new Date(NOW), limit: 5 })).toEqual(
      expectedIds(({ startedAtMs }) => startedAtMs >= since && startedAtMs < NOW),
    );
    expect(await findIds({ tokenId: 'nobody' })).toEqual([]);
  });

  it('are filtered by outcome', async () => {
    expect(await findIds({ isFailed: true })).toEqual(expectedIds((one) => one.outcome === 'upstream-error'));
    expect(await findIds({ isFailed: false })).toEqual(
      expectedIds((one) => one.outcome !== 'upstream-error'),
    );
    expect(await findIds({ isPriced: false })).toEqual(expectedIds((one) => one.costMicroUsd === undefined));
    expect(await findIds({ isCacheHit: true })).toEqual(expectedIds((one) => one.isCacheHit));
    expect(await findIds({ isFlagged: true })).toEqual(expectedIds((one) => one.flagged !== undefined));
    expect(await findIds({ isFlagged: false, format: 'openai-chat' })).toEqual(
      expectedIds((one) => one.flagged === undefined && one.format === 'openai-chat'),
    );
    expect(await findIds({ minDurationMs: 30 })).toEqual(expectedIds((one) => one.durationMs >= 30));
  });

  it('are listed and summed by session, with and without a rollup', async () => {
    expect(await findIds({ sessionId: 'session-2', limit: 3 })).toEqual(
      expectedIds((one) => one.sessionId === 'session-2'),
    );
    expect(await findIds({ sessionId: 'session' })).toEqual([]);
    const { records } = await usage.list({ sessionId: 'session-2', limit: 1 });
    expect(records).toMatchObject([{ sessionId: 'session-2' }]);
    const period = { from: new Date(NOW - 4 * DAY_MS), to: new Date(NOW + DAY_MS), per: 'total' } as const;
    for (const isAddedUp of [false, true]) {
      if (isAddedUp) await new UsageMaintenance(harness.dataSource).run(new Date());
      const sums = await usage.sums({ ...period, by: ['model', 'session'], model: 'model-2' });
      expect(sums.map(({ names, requests }) => [names.session, requests])).toEqual(
        ['', 1, 2, 3, 4, 5].map((session) => [session === '' ? '' : `session-${session}`, 2]),
      );
      const [sum, ...others] = await usage.sums({ ...period, sessionId: 'session-2' });
      expect([sum?.requests, others]).toEqual([10, []]);
    }
    const [latency] = await usage.latencies({ ...period, by: ['session'], samplePercent: 100 });
    expect(latency?.names).toHaveProperty('session');
  });

  it('continue after the last page, although records are added meanwhile', async () => {
    const first = await usage.list({ limit: 10 });
    const journal = harness.journal();
    const late = begunEvent({ startedAtMs: NOW + 1_000 });
    journal.begin(late).finish(endedEvent(late, { tokenId: 'token-9' }));
    await journal.flush();
    const second = await usage.list({ limit: 10, after: first.next });
    const ids = [...first.records, ...second.records].map(({ id }) => id);
    expect(ids).toEqual(expectedIds(() => true).slice(0, 20));
    await harness.database.query('DELETE FROM usage_events WHERE id = $1', [late.id]);
  });

  it('reject an invalid cursor', async () => {
    await expect(usage.list({ after: 'page-2' })).rejects.toMatchObject({
      kind: 'invalid-value',
      param: 'after',
    });
  });

  it('are found by the id of their request, in any form', async () => {
    const [known] = events;
    expect(await usage.find(known?.requestId ?? '')).toMatchObject({ id: known?.id, model: known?.model });
    expect(await usage.find('req_00000000000000000000000000000000')).toBeUndefined();
    const journal = harness.journal();
    const begun = begunEvent({ requestId: 'resp_background-17' });
    journal.begin(begun).finish(endedEvent(begun));
    await journal.flush();
    expect(await usage.find('resp_background-17')).toMatchObject({
      id: begun.id,
      requestId: 'resp_background-17',
    });
    expect(await usage.find(`req_${begun.id.replaceAll('-', '')}`)).toBeUndefined();
    await harness.database.query('DELETE FROM usage_events WHERE id = $1', [begun.id]);
  });

  it('have an index for every frequent query', async () => {
    const newest = await plan('SELECT * FROM usage_events ORDER BY started_at DESC, id DESC LIMIT 50');
    expect(newest).not.toMatch(/Seq Scan|->  Sort/);
    const ofToken = await plan(
      `SELECT * FROM usage_events WHERE token = 1 AND started_at >= now() - interval '1 day'`,
    );
    expect(ofToken).not.toContain('Seq Scan');
    const ofSession = await plan(
      `SELECT * FROM usage_events WHERE session_id = 's' ORDER BY started_at DESC, id DESC LIMIT 50`,
    );
    expect(ofSession).toContain('session_id_started_at');
    expect(ofSession).not.toContain('Seq Scan');
    const byId = await plan(`SELECT * FROM usage_events WHERE id = '00000000-0000-4000-8000-000000000000'`);
    expect(byId).toContain('_id_');
  });

  describe('the last use of a token', () => {
    const MINUTE_MS = 60_000;
    const TOKEN = 'token-of-last-use';

    async function use(...momentsMs: number[]): Promise<void> {
      const journal = harness.journal();
      for (const startedAtMs of momentsMs) {
        const begun = begunEvent({ startedAtMs, tokenId: TOKEN });
        journal.begin(begun).finish(endedEvent(begun));
      }
      await journal.flush();
    }

    async function findLastUseMs(): Promise<number | undefined> {
      const spending = await new TokenSpendingRepository(harness.dataSource).of([TOKEN]);
      return spending.get(TOKEN)?.lastUsedAt?.getTime();
    }

    it('is stored with its requests, at most once a minute, and never goes back', async () => {
      const firstMs = NOW - 30 * MINUTE_MS;
      expect(await findLastUseMs()).toBeUndefined();
      await use(firstMs - 5, firstMs);
      expect(await findLastUseMs()).toBe(firstMs);
      await use(firstMs + MINUTE_MS / 2);
      expect(await findLastUseMs()).toBe(firstMs);
      await use(firstMs + MINUTE_MS);
      expect(await findLastUseMs()).toBe(firstMs + MINUTE_MS);
      await use(firstMs - DAY_MS);
      expect(await findLastUseMs()).toBe(firstMs + MINUTE_MS);
    });

    it('is found in the requests that an earlier release has stored', async () => {
      await use(NOW - 2 * DAY_MS, NOW - DAY_MS);
      await harness.database.query('DELETE FROM token_uses');
      await new UsageMaintenance(harness.dataSource).run(new Date(NOW));
      expect(await findLastUseMs()).toBe(NOW - 29 * MINUTE_MS);
    });
  });
});
