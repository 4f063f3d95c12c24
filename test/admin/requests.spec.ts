import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsageJournal } from '#metering';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, channelTo, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { type OwnedObjects, type OwnedToken, answeredRequest, ownedToken } from './owned-objects.js';
import { People } from './people.js';
import { describeErrorsForMembers } from './errors-for-members.cases.js';
import { describeOwnCosts } from './own-costs.cases.js';
import { describeRequestCosts } from './request-costs.cases.js';
import { parseCsv } from './parse-csv.js';
import { getIds, readAllIds } from './read-all.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('requests, for the operator of the gateway', () => {
  let upstream: FakeUpstream;
  let broken: FakeUpstream;
  let gateway: TestGateway;
  let people: People;
  let owned: OwnedObjects;
  let token: OwnedToken;
  /** Oldest first. */
  const ids: string[] = [];

  beforeAll(async () => {
    [upstream, broken] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    gateway = await startTestGateway({
      channels: [
        { ...channelTo(broken), name: 'broken', models: ['n'], priority: 1 },
        { ...channelTo(upstream), models: ['m', 'n', 'p'] },
        { ...channelTo(upstream), name: 'believing', models: ['believed'], believeUpstreamCost: true },
      ],
      models: ['m', 'believed'].map((id) => ({ id, price: { inputPerMTok: 1, outputPerMTok: 2 } })),
    });
    people = await People.of(gateway);
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    owned = { origin: gateway.origin, admin, owner, flushUsage: () => gateway.get(UsageJournal).flush() };
    token = await ownedToken(owned);
    for (let index = 0; index < 5; index += 1) ids.push(await answeredRequest(owned, token, { model: 'm' }));
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await Promise.all([upstream.close(), broken.close()]);
  });

  const get = (path: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `GET /api/requests${path}`, { headers: who.headers });

  const allIds = (query: string): Promise<string[]> => readAllIds((cursor) => get(`?${query}${cursor}`));

  describeRequestCosts(() => ({ owned, upstream }));
  describeOwnCosts(() => ({ owned, people }));
  describeErrorsForMembers(() => ({ owned, upstream, gateway, token }));

  it('are listed newest first, page by page and across days', async () => {
    const traveller = await ownedToken(owned);
    const sent: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      const id = await answeredRequest(owned, traveller, { model: 'm' });
      await gateway.database.query(
        `UPDATE usage_events SET started_at = started_at - $2 * interval '1 day' WHERE id = $1::uuid`,
        [id.replace('req_', ''), index],
      );
      sent.push(id);
    }
    expect(await allIds(`token=${traveller.id}&limit=1`)).toEqual(sent);
    expect(await allIds(`token=${traveller.id}&limit=3`)).toEqual(sent);
    const yesterday = new Date(Date.now() - 1.5 * DAY_MS).toISOString();
    expect(await allIds(`token=${traveller.id}&from=${yesterday}`)).toEqual(sent.slice(0, 2));
    expect(await allIds(`token=${traveller.id}&to=${yesterday}`)).toEqual(sent.slice(2));
  });

  it('are shown with their usage and cost', async () => {
    const [id = ''] = ids;
    const { status, body } = await get(`/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      token_id: token.id,
      token_name: expect.stringContaining(owned.owner.email),
      owner: owned.owner.email,
      model: 'm',
      operation: 'chat',
      format: 'openai-chat',
      channel: 'main',
      outcome: 'ok',
      streamed: false,
      cache_hit: false,
      flagged: [],
      error: null,
      attempts: [
        {
          channel: 'main',
          outcome: 'ok',
          reason: 'first',
          started_after_ms: 0,
          first_byte_ms: body['first_byte_ms'],
          error: null,
        },
      ],
    });
    expect(body['first_byte_ms']).toEqual(expect.any(Number));
    const { input_tokens: input, output_tokens: output } = body['usage'] as Record<string, number>;
    expect(body['cost_usd']).toBeCloseTo(((input ?? 0) + 2 * (output ?? 0)) / 1e6, 9);
    expect(body['cost_lines']).toEqual([
      { dimension: 'input', amount: input, unit_price_usd: 1, per: 1e6, cost_usd: (input ?? 0) / 1e6 },
      {
        dimension: 'output',
        amount: output,
        unit_price_usd: 2,
        per: 1e6,
        cost_usd: (2 * (output ?? 0)) / 1e6,
      },
    ]);
  });

  it('are shown with every attempt, its start and its duration', async () => {
    broken.script({ kind: 'error', status: 500 });
    const asked = { temperature: 0.2, user: 'Ann', stop: ['END'], response_format: { type: 'json_object' } };
    const id = await answeredRequest(owned, token, { model: 'n', ...asked });
    const { body } = await get(`/${id}`);
    expect(body['parameters']).toEqual({
      temperature: 0.2,
      'stop.length': 1,
      'response_format.type': 'json_object',
    });
    expect(body['attempts']).toEqual([
      {
        channel: 'broken',
        channel_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        upstream_model: 'n',
        outcome: 'upstream-error',
        reason: 'first',
        upstream_status: 500,
        started_after_ms: expect.any(Number),
        first_byte_ms: null,
        duration_ms: expect.any(Number),
        error: 'The upstream returned an error (status 500).',
        error_detail: expect.objectContaining({ type: 'server_error' }),
      },
      {
        channel: 'main',
        channel_id: body['channel_id'],
        upstream_model: 'n',
        outcome: 'ok',
        reason: 'failover',
        upstream_status: null,
        started_after_ms: expect.any(Number),
        first_byte_ms: expect.any(Number),
        duration_ms: expect.any(Number),
        error: null,
        error_detail: null,
      },
    ]);
    const [first, second] = body['attempts'] as { started_after_ms: number; duration_ms: number }[];
    const firstEndedMs = (first?.started_after_ms ?? 0) + (first?.duration_ms ?? 0);
    // Both are rounded.
    expect(second?.started_after_ms).toBeGreaterThanOrEqual(firstEndedMs - 2);
    expect(body).toMatchObject({ channel: 'main', cost_usd: null });
  });

  it('are filtered', async () => {
    const mine = await ownedToken(owned, { cache_ttl_seconds: 60 });
    const priced = await answeredRequest(owned, mine, { model: 'm', seed: 1 });
    const again = await answeredRequest(owned, mine, { model: 'm', seed: 1 });
    const unpriced = await answeredRequest(owned, mine, { model: 'n' });
    upstream.script({ kind: 'error', status: 400 });
    const failed = await answeredRequest(owned, mine, { model: 'm', seed: 2 });
    const of = (query: string): Promise<string[]> => allIds(`token=${mine.id}&${query}`);
    expect(await of('cache_hit=true')).toEqual([again]);
    expect(await of('cost=unknown')).toEqual([unpriced]);
    expect(await of('cost=known')).toEqual([failed, again, priced]);
    expect(await of('outcome=error')).toEqual([failed]);
    expect(await of('outcome=upstream-rejected')).toEqual([failed]);
    expect(await of('outcome=ok&model=n')).toEqual([unpriced]);
    expect(await of('status_class=2xx')).toEqual([unpriced, again, priced]);
    expect(await of('status_class=4xx')).toEqual([failed]);
    expect(await of('status_class=5xx')).toEqual([]);
    expect(await of('channel=main&cache_hit=false')).toEqual([failed, priced]);
    expect(await of('channel=broken')).toEqual([unpriced]);
    expect(await of('operation=chat&format=openai-chat')).toHaveLength(4);
    expect(await of('format=anthropic-messages')).toEqual([]);
    expect(await of('operation=embeddings')).toEqual([]);
    expect([...(await of('flagged=true')), ...(await of('estimated=true'))]).toEqual([]);
    expect(await of('flagged=false&estimated=false')).toHaveLength(4);
    expect(await of('min_duration_ms=600000')).toEqual([]);
    expect(await of('min_duration_ms=0')).toHaveLength(4);
  });

  it('are found by their session', async () => {
    const mine = await ownedToken(owned);
    const session = 'ses/1 & "2"';
    const named = await answeredRequest(owned, mine, { model: 'm' }, { 'x-session-id': session });
    const keyed = await answeredRequest(owned, mine, { model: 'n', prompt_cache_key: session });
    const other = await answeredRequest(owned, mine, { model: 'm', prompt_cache_key: 'other' });
    const asked = `session=${encodeURIComponent(session)}`;
    expect(await allIds(`${asked}&limit=1`)).toEqual([keyed, named]);
    expect(await allIds(`${asked}&model=m`)).toEqual([named]);
    expect(await allIds('session=ses')).toEqual([]);
    expect((await get(`/${keyed}`)).body).toMatchObject({ session_id: session });
    expect((await get(`?id=${other}`)).body).toMatchObject({ data: [{ session_id: 'other' }] });
    expect((await get(`/${ids[0]}`)).body).toMatchObject({ session_id: null });
    expect(getIds(await get(`?${asked}`, await people.signedIn('member')))).toEqual([]);
  });

  it('are sorted, page by page', async () => {
    const timed = await ownedToken(owned);
    const [cheap, dear, unpriced] = [
      await answeredRequest(owned, timed, { model: 'm' }),
      await answeredRequest(owned, timed, { model: 'm' }),
      await answeredRequest(owned, timed, { model: 'n' }),
    ];
    const costs = [
      { id: cheap, durationMs: 900, cost: 0 },
      { id: dear, durationMs: 100, cost: 7_000_000 },
      { id: unpriced, durationMs: 500, cost: null },
    ];
    for (const { id, durationMs, cost } of costs) {
      await gateway.database.query(
        'UPDATE usage_events SET duration_ms = $2, cost_micro_usd = $3 WHERE id = $1::uuid',
        [id.replace('req_', ''), durationMs, cost],
      );
    }
    const from = new Date(Date.now() - DAY_MS).toISOString();
    const sorted = (sort: string): Promise<string[]> =>
      allIds(`token=${timed.id}&from=${from}&limit=1&sort=${sort}`);
    expect(await sorted('started_at')).toEqual([cheap, dear, unpriced]);
    expect(await sorted('-started_at')).toEqual([unpriced, dear, cheap]);
    expect(await sorted('duration_ms')).toEqual([dear, unpriced, cheap]);
    expect(await sorted('-duration_ms')).toEqual([cheap, unpriced, dear]);
    expect(await sorted('cost_usd')).toEqual([unpriced, cheap, dear]);
    expect(await sorted('-cost_usd')).toEqual([dear, cheap, unpriced]);
  });

  it('are counted and exported with the same filters', async () => {
    const mine = await ownedToken(owned, { name: '=cmd()' });
    const sent = [
      await answeredRequest(owned, mine, { model: 'm' }),
      await answeredRequest(owned, mine, { model: 'n' }),
    ];
    const count = async (query: string): Promise<unknown> => (await get(`/count?${query}`)).body;
    expect(await count(`token=${mine.id}`)).toEqual({ count: 2, has_more: false });
    expect(await count(`token=${mine.id}&model=n`)).toEqual({ count: 1, has_more: false });
    const [header = [], ...rows] = parseCsv((await get(`.csv?token=${mine.id}`)).text);
    expect(header.slice(0, 4)).toEqual(['id', 'started_at', 'outcome', 'model']);
    expect(rows.map(([id]) => id)).toEqual(sent.toReversed());
    expect(rows[0]?.[header.indexOf('token_name')]).toBe("'=cmd()");
    const { text } = await get(`.ndjson?token=${mine.id}&sort=started_at`);
    const { body } = await get(`?token=${mine.id}&sort=started_at`);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(body['data']);
    const stranger = await people.signedIn('member');
    expect((await get(`/count?token=${mine.id}`, stranger)).body).toEqual({ count: 0, has_more: false });
    expect((await get(`.ndjson?owner=${owned.owner.email}`, stranger)).text).toBe('');
    expect(getFault(await get('.csv?sort=-cost_usd'))).toEqual([400, 'invalid_value', 'from']);
    expect(getFault(await get('/count?limit=1'))).toEqual([400, 'unsupported_parameter', 'limit']);
  });

  it('are not sorted by a column that would need a scan of all requests', async () => {
    expect(getFault(await get('?sort=model'))).toEqual([400, 'invalid_value', 'sort']);
    expect(getFault(await get('?sort=-cost_usd'))).toEqual([400, 'invalid_value', 'from']);
    const longAgo = new Date(Date.now() - 32 * DAY_MS).toISOString();
    expect(getFault(await get(`?sort=duration_ms&from=${longAgo}`))).toEqual([400, 'invalid_value', 'from']);
    const { body } = await get('?limit=1');
    const wrong = await get(`?sort=started_at&cursor=${String(body['next_cursor'])}`);
    expect(getFault(wrong)).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('are found by the beginning of their id', async () => {
    const [id = '', other = ''] = ids;
    expect(await allIds(`id=${id}`)).toEqual([id]);
    expect(await allIds(`id=${id.slice(0, 16)}`)).toEqual([id]);
    expect(await allIds(`id=${other.slice(0, 16)}&status_class=2xx`)).toEqual([other]);
    expect(await allIds(`id=${id.toUpperCase()}`)).toEqual([]);
    await gateway.database.query(
      `UPDATE usage_events SET request_id = 'video_beginning' WHERE id = $1::uuid`,
      [other.replace('req_', '')],
    );
    expect(await allIds('id=video_begin')).toEqual(['video_beginning']);
    expect(await allIds(`id=${other.slice(0, 16)}`)).toEqual([]);
    expect(getIds(await get(`?id=${id}`, await people.signedIn('member')))).toEqual([]);
  });

  it('of others are not found by a member', async () => {
    const other = await people.signedIn('member');
    const [id = ''] = ids;
    expect(getFault(await get(`/${id}`, other))).toEqual([404, 'not_found', 'id']);
    expect(getIds(await get('', other))).toEqual([]);
    expect(getIds(await get(`?owner=${owned.owner.email}`, other))).toEqual([]);
    expect(getIds(await get(`?token=${token.id}`, other))).toEqual([]);
    expect(getIds(await get(`?token=${token.id}&limit=200`, owned.owner))).toContain(id);
  });

  it.each([
    ['limit=0', 'limit'],
    ['cost=some', 'cost'],
    ['cache_hit=1', 'cache_hit'],
    ['min_duration_ms=-1', 'min_duration_ms'],
    ['status_class=3xx', 'status_class'],
    ['id=req_', 'id'],
    ['session=', 'session'],
    ['id=%25%25%25%25%25%25', 'id'],
    ['cursor=page-2', 'cursor'],
    ['cursor=WyItc3RhcnRlZF9hdCIsIjEiLCJ4Il0', 'cursor'],
    ['prompt=x', 'prompt'],
  ])('are rejected with ?%s', async (query, param) => {
    const answer = await get(`?${query}`);
    expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
  });

  it.each(['req_0', '%00', 'x'.repeat(300), 'a b'])('are not found by the id %j', async (id) => {
    expect(getFault(await get(`/${id}`))).toEqual([404, 'not_found', 'id']);
  });
});
