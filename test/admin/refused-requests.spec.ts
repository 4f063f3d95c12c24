import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { RefusalJournal, UsageJournal } from '#metering';
import { RefusalRecorder } from '#relay';
import { type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { RealtimeClient, getRefusal } from '../realtime/realtime-client.js';
import { ask } from './ask.js';
import { type OwnedObjects, answeredRequest, ownedToken } from './owned-objects.js';
import { People } from './people.js';
import { AGENT, CHAT, MODEL, OVER_HTTP, type Sent, TOKENS, keyFor } from './refused-rows.js';

describe('requests that the gateway rejects', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let people: People;
  let owned: OwnedObjects;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      sandbox: true,
      channels: [{ ...channelTo(upstream), models: ['m'] }],
      models: [{ id: 'm', price: { inputPerMTok: 1_000, outputPerMTok: 1_000 } }],
      tokens: Object.entries(TOKENS).map(([name, limits]) => ({ name, key: keyFor(name), ...limits })),
    });
    people = await People.of(gateway);
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    owned = { origin: gateway.origin, admin, owner, flushUsage: () => gateway.get(UsageJournal).flush() };
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await upstream.close();
  });

  async function send({
    path = '/v1/chat/completions',
    method = 'POST',
    body,
    headers,
    token = 'usual',
  }: Sent) {
    const credential: Record<string, string> =
      token === 'none' ? {} : { authorization: `Bearer ${keyFor(token)}` };
    const response = await fetch(gateway.origin + path, {
      method,
      headers: { 'content-type': 'application/json', 'user-agent': AGENT, ...credential, ...headers },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    return { status: response.status, id: response.headers.get('x-request-id') ?? '' };
  }

  const get = (path: string, who = owned.admin) =>
    ask(owned.origin, `GET /api/requests${path}`, { headers: who.headers });

  /** A request is recorded when its connection has nothing more to send, which is after its client has the response. */
  const find = (id: string, who = owned.admin): Promise<Record<string, unknown>> =>
    eventually(async () => {
      await gateway.get(RefusalJournal).flush();
      const { status, body } = await get(`/${id}`, who);
      return status === 200 ? body : undefined;
    });

  it.each(OVER_HTTP)('are recorded: %s', async (_name, sent, recorded) => {
    const { id, status } = await send(sent);
    expect(status).toBeGreaterThanOrEqual(400);
    const found = await find(id);
    expect(found).toMatchObject({
      id,
      refused: true,
      user_agent: AGENT,
      client_address: '127.0.0.1',
      cost_usd: 0,
      channel: null,
      attempts: [],
      ...recorded,
    });
    expect(JSON.stringify(found)).not.toMatch(/secret plan|sk-mg/);
  });

  it('are recorded if a limit is reached, also if a repeated rejection is returned from the cache', async () => {
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await send({ token: 'hasty', body: CHAT }));
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 429]);
    for (const { id } of answers.slice(1)) {
      expect(await find(id)).toMatchObject({
        outcome: 'rate-limited',
        error_code: 'rate_limit_exceeded',
        token_name: 'hasty',
        path: '/v1/chat/completions',
        user_agent: AGENT,
        error: expect.stringContaining('1 request per minute'),
      });
    }
  });

  it('are recorded on the WebSocket of responses', async () => {
    const client = await RealtimeClient.connect(`${gateway.baseUrl}/responses`, {
      token: keyFor('usual'),
      headers: { 'user-agent': AGENT },
    });
    client.send({ type: 'response.create', model: 'nothing', input: 'hello' });
    await client.next('error');
    const id = `${client.requestId}-1`;
    client.close();
    expect(await find(id)).toMatchObject({ outcome: 'model-not-found', user_agent: AGENT });
  });

  it('are recorded in a realtime session, and if a session is rejected', async () => {
    const url = `${gateway.baseUrl}/realtime?model=`;
    const { headers } = await getRefusal(`${url}nothing`, { token: keyFor('usual') });
    expect(await find(String(headers['x-request-id']))).toMatchObject({
      outcome: 'model-not-found',
      path: '/v1/realtime',
    });
    const client = await RealtimeClient.connect(`${url}${MODEL}`, { token: keyFor('narrow') });
    const content = [{ type: 'input_text', text: 'hello '.repeat(50) }];
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    await client.next('response.done');
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    const isSecond = () => client.events.filter(({ type }) => type === 'response.done')[1];
    await client.until(isSecond, 'the end of the second response');
    client.close();
    const refused = await eventually(async () => {
      await gateway.get(RefusalJournal).flush();
      const { data } = (await get(`?id=${client.requestId}&outcome=refused`)).body as { data: object[] };
      return data.length > 0 ? data : undefined;
    });
    expect(refused).toEqual([expect.objectContaining({ outcome: 'rate-limited', token_name: 'narrow' })]);
  });

  it('are listed with the others, and filtered', async () => {
    const token = await ownedToken(owned);
    const headers = { authorization: `Bearer ${token.key}`, 'user-agent': 'Listing/2.0' };
    const served = await answeredRequest(owned, token, { model: 'm' });
    const refused: string[] = [];
    for (const model of ['nothing-1', 'nothing-2', 'nothing-3'])
      refused.push((await send({ body: { ...CHAT, model }, headers })).id);
    await find(refused[2] ?? '');
    const newestFirst = [...refused.toReversed(), served];
    const ids = async (query: string, who = owned.admin): Promise<string[]> => {
      const { body } = await get(`?token=${token.id}&${query}`, who);
      return (body['data'] as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('')).toEqual(newestFirst);
    expect(await ids('outcome=refused')).toEqual(newestFirst.slice(0, 3));
    expect(await ids('outcome=error')).toEqual([]);
    expect(await ids('status_class=4xx')).toEqual(newestFirst.slice(0, 3));
    expect(await ids('outcome=model-not-found&model=nothing-2')).toEqual([refused[1]]);
    expect(await ids('error_code=model_not_found')).toEqual(newestFirst.slice(0, 3));
    expect(await ids('client=listing')).toEqual(newestFirst.slice(0, 3));
    expect(await ids('client=nobody')).toEqual([]);
    expect(await ids('min_cost_usd=0.001')).toEqual([served]);
    expect(await ids('channel=nothing')).toEqual([]);
    expect(await ids(`id=${refused[0]}`)).toEqual([refused[0]]);
    const first = await get(`?token=${token.id}&limit=2`);
    expect((first.body['data'] as { id: string }[]).map(({ id }) => id)).toEqual(newestFirst.slice(0, 2));
    expect(await ids(`limit=2&cursor=${String(first.body['next_cursor'])}`)).toEqual(newestFirst.slice(2));
    expect((await get(`/count?token=${token.id}`)).body).toEqual({ count: 4, has_more: false });
    expect(await ids('', owned.owner)).toEqual(newestFirst);
  });

  it('are distinguished from failures of the gateway itself, which are errors', async () => {
    const { id: tokenId } = await ownedToken(owned);
    const token = { id: tokenId, owner: owned.owner.email };
    const error = new GatewayError('no-channel', 'No channel is available.');
    gateway.get(RefusalRecorder).note({ requestId: 'req_no_channel', error, durationMs: 5, token });
    expect(await find('req_no_channel')).toMatchObject({ outcome: 'no-channel', refused: false });
    const ids = async (outcome: string): Promise<unknown> =>
      ((await get(`?token=${tokenId}&outcome=${outcome}`)).body['data'] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await ids('error')).toEqual(['req_no_channel']);
    expect(await ids('refused')).toEqual([]);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await get(`/refusals?from=${since}&token=${tokenId}`)).body['data']).toEqual([
      expect.objectContaining({ outcome: 'no-channel', refused: false, refusals: 1 }),
    ]);
  });

  it('are shown to the owner of their token, and to no other member', async () => {
    const token = await ownedToken(owned);
    const { id } = await send({
      body: { ...CHAT, model: 'nothing' },
      headers: { authorization: `Bearer ${token.key}` },
    });
    const stranger = await people.signedIn('member');
    expect(await find(id, owned.owner)).toMatchObject({ id });
    expect((await get(`/${id}`, stranger)).status).toBe(404);
    expect((await get('?outcome=refused', stranger)).body['data']).toEqual([]);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await get(`/refusals?from=${since}`, stranger)).body).toEqual({ data: [] });
    expect((await get(`/refusals?from=${since}`, owned.owner)).body).toEqual({
      data: expect.arrayContaining([
        {
          token_id: token.id,
          token_name: expect.any(String),
          owner: owned.owner.email,
          outcome: 'model-not-found',
          refused: true,
          refusals: 1,
        },
      ]),
    });
  });

  it('are returned to tokens of the same owner by the model API', async () => {
    const [token, other] = [await ownedToken(owned), await ownedToken(owned)];
    const stranger = await ownedToken({ ...owned, owner: await people.signedIn('member') });
    const retrieve = (id: string, { key }: { key: string }) =>
      ask(owned.origin, `GET /v1/requests/${id}?wait_ms=5000`, {
        headers: { authorization: `Bearer ${key}` },
      });
    const authorized = { authorization: `Bearer ${token.key}` };
    const { id } = await send({ body: { ...CHAT, model: 'nothing' }, headers: authorized });
    const { status, body } = await retrieve(id, token);
    expect([status, body]).toEqual([
      200,
      {
        id,
        object: 'request',
        created_at: expect.any(Number),
        model: 'nothing',
        operation: 'chat',
        outcome: 'model-not-found',
        is_refused: true,
        error: { code: 'model_not_found', message: expect.stringContaining('nothing'), param: 'model' },
        duration_ms: expect.any(Number),
        first_byte_ms: null,
        cost_usd: 0,
        is_estimated: false,
        is_cache_hit: false,
      },
    ]);
    expect((await retrieve(id, other)).body).toEqual(body);
    expect((await retrieve(id, stranger)).status).toBe(404);
    const invalid = await send({ body: '{"secret plan', headers: authorized });
    expect((await retrieve(invalid.id, token)).body).toMatchObject({
      model: null,
      outcome: 'invalid-json',
      error: { code: 'invalid_json', message: 'The request body is not valid JSON.' },
    });
  });

  it('are listed with their session by the model API, whatever rejected them', async () => {
    const token = await ownedToken(owned, { rpm: 3 });
    const headers = { authorization: `Bearer ${token.key}`, 'x-session-id': 'session-of-refusals' };
    const sent = [];
    for (const body of [{ ...CHAT, model: 'm' }, { ...CHAT, model: 'nothing' }, '{"secret', CHAT, CHAT, CHAT])
      sent.push(await send({ body, headers }));
    expect(sent.map(({ status }) => status)).toEqual([200, 404, 400, 429, 429, 429]);
    for (const { id } of sent.slice(1)) await find(id);
    await owned.flushUsage?.();
    const stranger = await ownedToken({ ...owned, owner: await people.signedIn('member') });
    const list = async ({ key }: { key: string }): Promise<string[]> => {
      const { body } = await ask(owned.origin, 'GET /v1/requests?session_id=session-of-refusals', {
        headers: { authorization: `Bearer ${key}` },
      });
      return (body['data'] as { id: string }[]).map(({ id }) => id);
    };
    const newestFirst = sent.map(({ id }) => id).toReversed();
    expect(await list(await ownedToken(owned))).toEqual(newestFirst);
    expect(await list(stranger)).toEqual([]);
    const { data } = (await get('?session=session-of-refusals')).body as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(newestFirst);
  });

  it('count neither as requests nor as errors', async () => {
    const token = await ownedToken(owned);
    await answeredRequest(owned, token, { model: 'm' });
    const headers = { authorization: `Bearer ${token.key}` };
    await find((await send({ body: { ...CHAT, model: 'nothing' }, headers })).id);
    const { body } = await ask(owned.origin, `GET /api/usage?token=${token.id}&interval=day`, {
      headers: owned.admin.headers,
    });
    expect(body['data']).toEqual([expect.objectContaining({ requests: 1, errors: 0 })]);
  });
});
