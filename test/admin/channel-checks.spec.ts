import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, type Reply, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { describeChannelCheck } from './channel-check.cases.js';
import { People } from './people.js';
import { type SmallServer, findFreePort, startServer } from '../small-server/index.js';

const KEY = 'sk-upstream-1';
const WRONG_KEY = 'sk-wrong-0123456789abcd';

let upstream: FakeUpstream;
let gateway: TestGateway;
let people: People;
let headers: Record<string, string>;
let made = 0;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  gateway = await startTestGateway();
  people = await People.of(gateway);
  ({ headers } = await people.signedIn('admin'));
});

afterAll(async () => {
  await people.leave();
  await gateway.stop();
  await upstream.close();
});

async function create(settings: object): Promise<string> {
  made += 1;
  const body = {
    name: `channel ${made}`,
    provider: 'openai-compatible',
    base_url: upstream.url,
    api_keys: [KEY],
    models: ['m'],
    ...settings,
  };
  const answer = await ask(gateway.origin, 'POST /api/channels', { headers, body });
  expect(answer.status).toBe(201);
  return String(answer.body['id']);
}

async function test(settings: object, body: object = {}): Promise<AdminAnswer> {
  return ask(gateway.origin, `POST /api/channels/${await create(settings)}/test`, { headers, body });
}

const listModels = async (settings: object): Promise<AdminAnswer> =>
  ask(gateway.origin, `GET /api/channels/${await create(settings)}/upstream-models`, { headers });

describe('the test of a channel', () => {
  it('makes one small call, without limits and charges, whether or not the channel is enabled', async () => {
    const before = upstream.received.length;
    const { status, body } = await test({ models: [{ id: 'mine', upstream: 'theirs' }], enabled: false });
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        model: 'mine',
        format: 'openai-chat',
        duration_ms: expect.any(Number),
        status: 200,
        message: expect.stringContaining('"theirs"'),
        advice: null,
        field: null,
      },
    ]);
    const sent = upstream.received.slice(before).map((request) => request.json());
    expect(sent).toEqual([expect.objectContaining({ model: 'theirs', max_completion_tokens: 16 })]);
    expect(await gateway.database.query('SELECT 1 FROM usage_events')).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['anthropic', { provider: 'anthropic' }, 'origin', 'anthropic-messages'],
    ['gemini', { provider: 'gemini' }, 'origin', 'gemini-generate-content'],
    ['responses', { provider: 'openai', formats: ['openai-responses'] }, 'url', 'openai-responses'],
  ])('uses the format of the service: %s', async (_name, settings, base, format) => {
    const baseUrl = upstream[base as 'origin' | 'url'];
    expect((await test({ ...settings, base_url: baseUrl })).body).toMatchObject({ ok: true, format });
  });

  it('uses the given model, also one that only matches a pattern', async () => {
    const settings = { models: ['m', 'other-*'] };
    expect((await test(settings, { model: 'other-1' })).body).toMatchObject({ ok: true, model: 'other-1' });
    expect(getFault(await test(settings, { model: 'nobody' }))).toEqual([400, 'invalid_value', 'model']);
  });

  it('tests the model with the lowest known price; free and unknown ones come last', async () => {
    const put = await ask(gateway.origin, 'PUT /api/models/gratis', {
      headers,
      body: { price: { input_per_m_tok: 0, output_per_m_tok: 0 } },
    });
    expect(put.status).toBe(200);
    const settings = { provider: 'openai', formats: ['openai-chat'] };
    const models = ['of unknown price', 'gratis', 'gpt-5', 'gpt-5-nano', 'gpt-5-mini'];
    expect((await test({ ...settings, models })).body).toMatchObject({ ok: true, model: 'gpt-5-nano' });
    const unpriced = { ...settings, models: ['of unknown price', 'gratis'] };
    expect((await test(unpriced)).body).toMatchObject({ ok: true, model: 'gratis' });
  });

  it('uses the operation of the model', async () => {
    const put = await ask(gateway.origin, 'PUT /api/models/vectors', {
      headers,
      body: { capabilities: ['embeddings'] },
    });
    expect(put.status).toBe(200);
    expect((await test({ models: ['vectors'] })).body).toMatchObject({ format: 'openai-embeddings' });
    upstream.script({ kind: 'error', status: 404 });
    expect((await test({ models: ['unknown-vectors'] })).body).toMatchObject({
      ok: true,
      format: 'openai-embeddings',
    });
  });

  it('works for an upstream inside this process', async () => {
    const settings = { provider: 'sandbox', base_url: null, api_keys: null, models: ['sandbox-chat'] };
    expect((await test(settings)).body).toMatchObject({ ok: true, model: 'sandbox-chat' });
  });

  it('updates the health of the channel, as requests do', async () => {
    const id = await create({ models: ['standing'] });
    const path = `/api/channels/${id}` as const;
    const show = async () => (await ask(gateway.origin, `GET ${path}`, { headers })).body['health'];
    expect(await show()).toMatchObject({ status: 'not_tested', advice: 'Test the channel.' });
    upstream.script({ kind: 'error', status: 401 });
    const failed = await ask(gateway.origin, `POST ${path}/test`, { headers, body: {} });
    expect(await show()).toMatchObject({
      status: 'failing',
      reason: `The last test failed: ${String(failed.body['message'])}`,
      since: expect.any(String),
      advice: failed.body['advice'],
    });
    await ask(gateway.origin, `POST ${path}/test`, { headers, body: {} });
    expect(await show()).toMatchObject({ status: 'healthy', reason: null, since: null, advice: null });
    // The health of the new address is unknown.
    await ask(gateway.origin, `PATCH ${path}`, { headers, body: { weight: 5 } });
    expect(await show()).toMatchObject({ status: 'not_tested' });
    const chat = () =>
      fetch(`${gateway.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'standing', messages: [{ role: 'user', content: 'Hi' }] }),
      });
    upstream.script({ kind: 'error', status: 500 });
    await eventually(async () => (await chat()).status === 502);
    await eventually(async () => ((await show()) as { status: string }).status === 'failing');
    expect(await show()).toMatchObject({
      reason: expect.stringContaining('The upstream returned an error (status 500).'),
    });
    await eventually(async () => (await chat()).status === 200);
    await eventually(async () => ((await show()) as { status: string }).status === 'healthy');
  });

  it('tests every key', async () => {
    const { body } = await test({ api_keys: [KEY, WRONG_KEY] });
    expect(body).toMatchObject({ ok: false, status: 401, message: expect.stringContaining('…abcd') });
    expect(JSON.stringify(body)).not.toContain(WRONG_KEY);
  });

  const otherJson: Reply = { kind: 'json', body: { hello: 1 } };
  const notFound: Reply = { kind: 'error', status: 404 };
  const quota = {
    error: { message: 'You ran out.', type: 'insufficient_quota', code: 'insufficient_quota' },
  };

  it.each<[string, Reply[], number | null, RegExp, RegExp]>([
    ['401', [{ kind: 'error', status: 401 }], 401, /rejected the key …/, /new key/],
    ['403', [{ kind: 'error', status: 403 }], 403, /is not allowed/, /permissions/],
    ['404', [notFound, notFound, notFound], 404, /does not have the model "m"/, /name of the model/],
    ['429', [{ kind: 'error', status: 429 }], 429, /overloaded/, /rate limit/],
    ['quota', [{ kind: 'error', status: 429, body: quota }], 429, /out of credit/, /credit/],
    ['500', [{ kind: 'error', status: 500 }], 500, /failed \(500\)/, /status page/],
    ['a web page', [{ kind: 'html', status: 200 }], 200, /a web page \(200\)/, /base_url is probably wrong/],
    ['a web page, 404', [{ kind: 'html', status: 404 }], 404, /a web page \(404\)/, /\/v1/],
    ['broken JSON', [{ kind: 'garbage' }], 200, /not JSON/, /base_url/],
    ['another JSON', [otherJson, otherJson, otherJson], 200, /does not fit the request/, /provider/],
    ['a redirect', [{ kind: 'redirect', location: 'https://b.example/v1' }], 302, /b\.example/, /base_url/],
    ['a reset', [{ kind: 'reset' }], null, /closed the connection/, /proxy/],
  ])('reports the cause: %s', async (_name, replies, status, message, advice) => {
    upstream.script(...replies);
    const { body } = await test({});
    expect(body).toMatchObject({ ok: false, status, model: 'm' });
    expect(body['message']).toMatch(message);
    expect(body['advice']).toMatch(advice);
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  it('reports a timeout, a refused connection and a missing TLS', async () => {
    upstream.script({ kind: 'hang' });
    const late = await test({ timeouts: { whole_ms: 50 } });
    expect(late.body).toMatchObject({ ok: false, message: expect.stringContaining('in time') });
    const refused = await test({ base_url: `http://127.0.0.1:${await findFreePort()}/v1` });
    expect(refused.body).toMatchObject({ ok: false, message: expect.stringContaining('refused') });
    const plain = await test({ base_url: upstream.url.replace('http:', 'https:') });
    expect(plain.body).toMatchObject({ ok: false, message: expect.stringContaining('TLS') });
  });

  it('does not repeat secrets that the service returns', async () => {
    const words = `Incorrect API key provided: ${WRONG_KEY}, team hush-hush-hush.`;
    upstream.script({ kind: 'error', status: 400, body: { error: { message: words } } });
    upstream.script(notFound, notFound);
    const { body } = await test({ headers: { 'x-team-token': 'hush-hush-hush' } });
    expect(String(body['message'])).toContain('Incorrect');
    expect(JSON.stringify(body)).not.toMatch(/hush|0123456789abcd/);
  });

  it('is recorded in the audit log', async () => {
    const id = await create({});
    await ask(gateway.origin, `POST /api/channels/${id}/test`, { headers, body: {} });
    const { body } = await ask(gateway.origin, `GET /api/audit?subject_id=${id}&action=channel.test`, {
      headers,
    });
    expect(body['data']).toHaveLength(1);
  });
});

describe('the models of an upstream', () => {
  let server: SmallServer;
  let origin: string;
  /** The pages by their paths. */
  const pages = new Map<string, unknown>();
  /** The status of every other request. */
  let postStatus = 404;

  beforeAll(async () => {
    server = await startServer(
      ({ url = '', method, headers: { authorization, 'x-api-key': key } }, response) => {
        if (method === 'POST') return void response.writeHead(postStatus).end('{}');
        const isKnown = authorization === `Bearer ${KEY}` || key === KEY;
        const page = pages.get(url);
        response.writeHead(isKnown ? (page === undefined ? 404 : 200) : 401, {
          'content-type': 'application/json',
        });
        response.end(
          JSON.stringify(isKnown && page !== undefined ? page : { error: { message: `no ${KEY}` } }),
        );
      },
    );
    origin = server.origin;
  });

  afterAll(async () => {
    await server.close();
  });

  it('are listed, with those that the channel serves', async () => {
    pages.set('/v1/models', { data: [{ id: 'b' }, { id: 'a' }, { id: 'gpt-1' }, { id: 'c' }] });
    const models = [{ id: 'mine', upstream: 'a' }, 'gpt-*'];
    const { status, body } = await listModels({ base_url: `${origin}/v1`, models });
    const audit = await ask(gateway.origin, 'GET /api/audit?action=channel.list-models', { headers });
    expect(audit.body['data']).toMatchObject([
      { changes: { addresses: { from: null, to: [`${origin}/v1/models`] } } },
    ]);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          { id: 'a', already_served: true },
          { id: 'b', already_served: false },
          { id: 'c', already_served: false },
          { id: 'gpt-1', already_served: true },
        ],
      },
    ]);
  });

  it('are loaded in parts if the service returns parts', async () => {
    pages.set('/v1/models?limit=1000', { data: [{ id: 'x' }], has_more: true, last_id: 'x' });
    pages.set('/v1/models?limit=1000&after_id=x', { data: [{ id: 'y' }], has_more: false, last_id: 'y' });
    const { body } = await listModels({ provider: 'anthropic', base_url: origin });
    expect((body['data'] as { id: string }[]).map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('are the only request if a test of the model would be expensive', async () => {
    pages.set('/v1/models', { data: [{ id: 'painter' }] });
    const put = { headers, body: { capabilities: ['images'] } };
    await ask(gateway.origin, 'PUT /api/models/painter', put);
    const settings = { base_url: `${origin}/v1` };
    const listed = await test({ ...settings, models: ['painter'] });
    expect(listed.body).toMatchObject({ ok: true, format: 'models', model: 'painter' });
    await ask(gateway.origin, 'PUT /api/models/sculptor', put);
    const unlisted = await test({ ...settings, models: ['sculptor'] });
    expect(unlisted.body).toMatchObject({ ok: false, message: expect.stringContaining('not "sculptor"') });
  });

  it('do not confirm a model that rejects requests, although it is in the list', async () => {
    pages.set('/v1/models', { data: [{ id: 'm' }] });
    const settings = { base_url: `${origin}/v1` };
    postStatus = 404;
    expect((await test(settings)).body).toMatchObject({ ok: true, format: 'models' });
    for (postStatus of [401, 429, 500]) {
      expect((await test(settings)).body).toMatchObject({ ok: false, status: postStatus });
    }
  });

  it.each(['jina', 'azure-openai'])('%s has no list', async (provider) => {
    expect(getFault(await listModels({ provider, base_url: origin }))).toEqual([400, 'unsupported', null]);
  });

  describeChannelCheck(() => ({
    gateway,
    upstream,
    headers,
    origin,
    pages,
    answerPosts: (status) => {
      postStatus = status;
    },
  }));

  it('are an error if the service rejects the request', async () => {
    const { status, body } = await listModels({ base_url: `${origin}/v1`, api_keys: [WRONG_KEY] });
    expect(status).toBe(502);
    expect(JSON.stringify(body)).toMatch(/rejected the key …abcd.*api_keys/);
    expect(JSON.stringify(body)).not.toContain(WRONG_KEY);
  });
});
