import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsageJournal, UsageMaintenance } from '#metering';
import { type Database, createDataSource } from '#database';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, channelTo, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { type OwnedObjects, type OwnedToken, answeredRequest, ownedToken } from './owned-objects.js';
import { parseCsv } from './parse-csv.js';
import { People } from './people.js';

type Sum = Record<string, string | number | null> & { starts_at: string; requests: number };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const FORMULA = '=HYPERLINK("evil.example"),x';

const getSums = ({ body }: AdminAnswer): Sum[] => body['data'] as Sum[];
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

describe('usage, for the operator of the gateway', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let database: Database;
  let people: People;
  let owned: OwnedObjects;
  let first: OwnedToken;
  let second: OwnedToken;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [{ ...channelTo(upstream), models: ['m', FORMULA] }],
      models: [{ id: 'm', price: { inputPerMTok: 1, outputPerMTok: 2 } }],
    });
    people = await People.of(gateway);
    database = createDataSource({ url: gateway.database.url, entities: [], poolSize: 1 });
    await database.initialize();
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    const flushUsage = () => gateway.get(UsageJournal).flush();
    owned = { origin: gateway.origin, admin, owner, flushUsage };
    [first, second] = [await ownedToken(owned), await ownedToken(owned)];
    await answeredRequest(owned, first, { model: 'm' });
    await answeredRequest(owned, first, { model: FORMULA });
    upstream.script({ kind: 'error', status: 400 });
    await answeredRequest(owned, second, { model: 'm' });
  });

  afterAll(async () => {
    await database.destroy();
    await people.leave();
    await gateway.stop();
    await upstream.close();
  });

  const report = (query: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `GET /api/usage?${query}`, { headers: who.headers });
  const csv = (query: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `GET /api/usage.csv?${query}`, { headers: who.headers });

  const requests = async (query: string): Promise<number> =>
    getSums(await report(query)).reduce((all, sum) => all + sum.requests, 0);

  describe.each([false, true])('with hourly sums: %s', (isAddedUp) => {
    beforeAll(async () => {
      if (isAddedUp) await new UsageMaintenance(database).run(new Date());
    });

    it('is one sum for all, by the hour and by the day', async () => {
      for (const interval of ['hour', 'day']) {
        const { status, body } = await report(`interval=${interval}&owner=${owned.owner.email}`);
        expect([status, body['interval'], body['group_by']]).toEqual([200, interval, []]);
        const data = body['data'] as Sum[];
        const total = (pick: (sum: Sum) => unknown): number =>
          data.reduce((all, sum) => all + Number(pick(sum)), 0);
        expect(total(({ requests }) => requests)).toBe(3);
        expect(total(({ errors }) => errors)).toBe(1);
        expect(total((sum) => sum['requests_of_unknown_cost'])).toBe(1);
        expect(
          total((sum) => (sum['usage'] as unknown as Record<string, number>)['input_tokens']),
        ).toBeGreaterThan(0);
        expect(total((sum) => sum['cost_usd'])).toBeGreaterThan(0);
        for (const sum of data)
          expect(Date.parse(sum.starts_at) % (interval === 'hour' ? HOUR_MS : DAY_MS)).toBe(0);
      }
    });

    it('is grouped by any number of fields', async () => {
      const { body } = await report(`group_by=token,model&owner=${owned.owner.email}`);
      expect(body['group_by']).toEqual(['token', 'model']);
      const groups = (body['data'] as Sum[]).map((sum) => [sum['token_id'], sum['model'], sum.requests]);
      expect(new Set(groups.map(String))).toEqual(
        new Set(
          [
            [first.id, 'm', 1],
            [first.id, FORMULA, 1],
            [second.id, 'm', 1],
          ].map(String),
        ),
      );
      const [all] = getSums(await report(`group_by=channel,operation,owner&owner=${owned.owner.email}`));
      expect(all).toMatchObject({ channel: 'main', operation: 'chat', owner: owned.owner.email });
    });
  });

  it('is one sum for a whole period, or one for every minute', async () => {
    const query = `owner=${owned.owner.email}&group_by=token`;
    const [total, ...others] = getSums(await report(`interval=total&${query}&token=${first.id}`));
    expect([total?.requests, others]).toEqual([2, []]);
    const minutes = getSums(await report(`interval=minute&${query}`));
    expect(minutes.reduce((all, sum) => all + sum.requests, 0)).toBe(3);
    for (const { starts_at: start } of minutes) expect(Date.parse(start) % (60 * 1000)).toBe(0);
    const { body } = await report('interval=minute');
    expect(Date.parse(String(body['to'])) - Date.parse(String(body['from']))).toBeLessThanOrEqual(
      HOUR_MS + 2 * 60 * 1000,
    );
  });

  it('is grouped and filtered by session', async () => {
    const mine = await ownedToken(owned);
    const ask = (members: object) => answeredRequest(owned, mine, { model: 'm', ...members });
    for (const key of ['a', 'a', 'b', undefined]) await ask({ prompt_cache_key: key });
    const of = `token=${mine.id}&interval=total`;
    const sums = getSums(await report(`${of}&group_by=model,session&latency=true`));
    expect(sums.map((sum) => [sum['model'], sum['session_id'], sum.requests])).toEqual([
      ['m', null, 1],
      ['m', 'a', 2],
      ['m', 'b', 1],
    ]);
    expect(sums.every((sum) => typeof sum['duration_p50_ms'] === 'number')).toBe(true);
    expect(await requests(`token=${mine.id}&session=a`)).toBe(2);
    expect(await requests(`token=${first.id}&session=a`)).toBe(0);
    const [header = [], none, ...lines] = parseCsv((await csv(`${of}&group_by=session`)).text);
    const column = header.indexOf('session_id');
    expect([none, ...lines].map((cells) => cells?.[column])).toEqual(['', 'a', 'b']);
    await database.query(
      'DELETE FROM usage_events WHERE token = (SELECT id FROM usage_names WHERE name = $1)',
      [mine.id],
    );
  });

  it('has the durations of requests, if requested', async () => {
    const of = `owner=${owned.owner.email}`;
    const all = `${of}&interval=total`;
    const [silent] = getSums(await report(all));
    expect([silent?.['duration_p50_ms'], silent?.['first_byte_p50_ms']]).toEqual([null, null]);
    await database.query(
      `UPDATE usage_events SET duration_ms = 1000, first_byte_ms = 100
       WHERE token = (SELECT id FROM usage_names WHERE name = $1)`,
      [first.id],
    );
    await database.query(
      `UPDATE usage_events SET duration_ms = 9000, first_byte_ms = NULL
       WHERE token = (SELECT id FROM usage_names WHERE name = $1)`,
      [second.id],
    );
    const [sum] = getSums(await report(`${all}&latency=true`));
    expect(sum).toMatchObject({ duration_p50_ms: 1000, duration_p95_ms: 9000, first_byte_p50_ms: 100 });
    for (const interval of ['minute', 'hour', 'day']) {
      const ofTokens = getSums(await report(`${of}&latency=true&interval=${interval}&group_by=token`));
      expect(
        new Set(
          ofTokens.map((one) => `${one['token_id']} ${one['duration_p95_ms']} ${one['first_byte_p50_ms']}`),
        ),
      ).toEqual(new Set([`${first.id} 1000 100`, `${second.id} 9000 null`]));
    }
    const other = await people.signedIn('member');
    expect(getSums(await report('interval=total&latency=true', other))).toEqual([]);
  });

  it('is filtered by owner and by time', async () => {
    expect(await requests(`token=${first.id}`)).toBe(2);
    expect(await requests(`token=${first.id}&model=m`)).toBe(1);
    expect(await requests(`token=${first.id}&channel=spare`)).toBe(0);
    expect(await requests(`token=${first.id}&operation=images`)).toBe(0);
    expect(await requests(`token=${first.id}&from=${hoursAgo(48)}&to=${hoursAgo(24)}`)).toBe(0);
    expect(await requests(`token=${first.id}&interval=hour&from=${hoursAgo(2)}`)).toBe(2);
  });

  it('has the days of the time zone in the query, and counts no request twice', async () => {
    // 20:10 in UTC is the next day in India, whose days begin at 18:30.
    const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS);
    const moments = [18 * HOUR_MS + 29 * 60_000, 18 * HOUR_MS + 31 * 60_000, 20 * HOUR_MS];
    const mine = await ownedToken(owned);
    for (const afterMs of moments) {
      await answeredRequest(owned, mine, { model: 'm' });
      await database.query(
        `WITH moved AS (
           UPDATE usage_events SET started_at = $1
           WHERE token = (SELECT id FROM usage_names WHERE name = $2) AND started_at > now() - interval '1 hour'
           RETURNING started_at)
         INSERT INTO usage_changed_hours (hour) SELECT date_trunc('hour', started_at, 'UTC') FROM moved`,
        [new Date(midnight.getTime() + afterMs), mine.id],
      );
    }
    const day = { from: midnight, to: new Date(midnight.getTime() + DAY_MS) };
    const period = `from=${day.from.toISOString()}&to=${day.to.toISOString()}`;
    const getDays = async (zone: string): Promise<unknown> => {
      const answer = await report(`interval=day&token=${mine.id}&${period}${zone}`);
      return getSums(answer).map(({ starts_at: at, requests }) => [at.slice(11, 16), requests]);
    };
    expect(await getDays('')).toEqual([['00:00', 3]]);
    expect(await getDays('&time_zone=Asia/Kolkata')).toEqual([
      ['18:30', 1],
      ['18:30', 2],
    ]);
    const { text } = await csv(`interval=day&token=${mine.id}&${period}&time_zone=Asia/Kolkata`);
    expect(parseCsv(text)).toHaveLength(3);
    await database.query(
      'DELETE FROM usage_events WHERE token = (SELECT id FROM usage_names WHERE name = $1)',
      [mine.id],
    );
  });

  it('is returned with the sum of the period and of the previous one, of equal length', async () => {
    const [row] = await database.query<{ at: Date }[]>(
      `SELECT started_at AS at FROM usage_events
       WHERE token = (SELECT id FROM usage_names WHERE name = $1) ORDER BY 1 LIMIT 1`,
      [first.id],
    );
    const at = row?.at.getTime() ?? 0;
    const of = async (fromMs: number, toMs: number) => {
      const period = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
      const { body } = await report(
        `interval=hour&token=${first.id}&model=m&totals=true&latency=true&${period}`,
      );
      const [total, before] = [body['total'], body['previous_total']] as (Sum | null)[];
      return [total?.requests ?? 0, before?.requests ?? 0, total?.['duration_p50_ms'] ?? null];
    };
    // The same hour is in both periods, and the request in one only.
    expect(await of(at, at + DAY_MS)).toEqual([1, 0, expect.any(Number)]);
    expect(await of(at + 1, at + 1 + DAY_MS)).toEqual([0, 1, null]);
    const { body } = await report(`token=${first.id}`);
    expect([body['total'], body['previous_total']]).toEqual([null, null]);
    const refused = await csv('totals=true');
    expect([refused.status, getFault(refused)[2]]).toEqual([400, 'totals']);
  });

  it('of others is not found by a member', async () => {
    const other = await people.signedIn('member');
    expect(getSums(await report('', other))).toEqual([]);
    expect(getSums(await report(`owner=${owned.owner.email}&group_by=token`, other))).toEqual([]);
    expect(getSums(await report(`token=${first.id}`, other))).toEqual([]);
    expect(parseCsv((await csv(`token=${first.id}`, other)).text)).toHaveLength(1);
    const own = getSums(await report('group_by=owner', owned.owner));
    expect(new Set(own.map(({ owner }) => owner))).toEqual(new Set([owned.owner.email]));
  });

  it.each([
    ['interval=week', 'interval'],
    ['group_by=prompt', 'group_by'],
    ['group_by=model,model', 'group_by'],
    ['group_by=', 'group_by'],
    ['from=2026-01-01', 'from'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['limit=10', 'limit'],
    ['latency=1', 'latency'],
    ['time_zone=Mars/Olympus', 'time_zone'],
    ['time_zone=', 'time_zone'],
    ['group_by=session&from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z', 'from'],
    ['session=s&interval=total&from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z', 'from'],
    ['interval=minute&from=2026-01-01T00:00:00Z&to=2026-01-01T07:00:00Z', 'from'],
  ])('is rejected with ?%s', async (query, param) => {
    for (const answer of [await report(query), await csv(query)]) {
      expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
    }
  });

  it('is exported as CSV with the same sums, and without formulas', async () => {
    const query = `group_by=token,model&owner=${owned.owner.email}`;
    const { status, headers, text } = await csv(query);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
    const [header = [], ...lines] = parseCsv(text);
    const rows = lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index]])));
    const sums = getSums(await report(query));
    expect(rows).toHaveLength(sums.length);
    for (const [index, sum] of sums.entries()) {
      const { usage, ...plain } = sum as Sum & { usage: Record<string, number> };
      const model = plain['model'] === FORMULA ? `'${FORMULA}` : plain['model'];
      const expected = Object.entries({ ...plain, ...usage, model });
      expect(rows[index]).toEqual(
        Object.fromEntries(expected.map(([name, value]) => [name, value === null ? '' : String(value)])),
      );
    }
  });
});
