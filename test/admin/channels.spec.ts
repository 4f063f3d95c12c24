import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { type AdminAnswer, type AskOptions, ask, getFault } from './ask.js';
import { People } from './people.js';
import { measureLeast, measureMs } from '../cpu-time/index.js';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const KEY = 'sk-upstream-1';
const TEST_IT = 'Test the channel.';
const NOWHERE = { api_version: null, region: null, project: null, location: null, auth: null };

type Route = Parameters<typeof ask>[1];

describe('channels', () => {
  let upstream: FakeUpstream;
  let database: TestDatabase;
  let gateway: TestGateway;
  /** Another process on the same database. */
  let neighbour: TestGateway;
  let people: People;
  let headers: Record<string, string>;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    database = await createTestDatabase();
    const options = {
      database,
      channels: [
        {
          name: 'of the file',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: KEY,
          models: ['f'],
        },
      ],
      environment: { MODELGATE_SECRET_KEY: SECRET_KEY },
    };
    gateway = await startTestGateway(options);
    neighbour = await startTestGateway(options);
    people = await People.of(gateway);
    ({ headers } = await people.signedIn('admin'));
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await neighbour.stop();
    await upstream.close();
    await database.drop();
  });

  const api = (route: Route, options: AskOptions = {}): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, ...options });

  async function create(settings: object): Promise<Record<string, unknown>> {
    const body = { provider: 'openai-compatible', base_url: upstream.url, api_keys: [KEY], ...settings };
    const answer = await api('POST /api/channels', { body });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  /** Sends a request to the other process. */
  async function chat(model: string, through = neighbour): Promise<Response> {
    return fetch(`${through.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    });
  }

  it('returns every setting of a channel, and only the ends of its secrets', async () => {
    const created = await create({
      name: 'whole',
      base_url: `${upstream.url}/`,
      api_keys: ['sk-one-0123456789-abcd', 'sk-two-0123456789-efgh', 'short'],
      models: ['a', { id: 'b', upstream: 'b-2' }],
      priority: 3,
      weight: 2,
      formats: ['openai-chat'],
      headers: { 'x-team': 'red', 'X-Proxy-Token': 'hush-hush', Authorization: 'Bearer hush-hush' },
      max_concurrency: 9,
      max_connections: 12,
      prompt_caching: false,
      repair: true,
      believe_upstream_cost: true,
      timeouts: { connect_ms: 100 },
    });
    const healthy = { status: 'healthy', reason: null, since: null, until: null };
    const untested = { status: 'not_tested', reason: expect.any(String), since: null, advice: TEST_IT };
    expect(created).toEqual({
      id: expect.any(String),
      name: 'whole',
      provider: 'openai-compatible',
      base_url: upstream.url,
      api_keys: [
        { hint: '…abcd', ...healthy },
        { hint: '…efgh', ...healthy },
        { hint: '…', ...healthy },
      ],
      models: [
        { id: 'a', upstream: 'a' },
        { id: 'b', upstream: 'b-2' },
      ],
      priority: 3,
      weight: 2,
      enabled: true,
      formats: ['openai-chat'],
      headers: { 'x-team': 'red' },
      hidden_headers: ['X-Proxy-Token', 'Authorization'],
      ...NOWHERE,
      max_concurrency: 9,
      max_connections: 12,
      prompt_caching: false,
      repair: true,
      believe_upstream_cost: true,
      timeouts: { connect_ms: 100, first_byte_ms: 300_000, idle_ms: 300_000, whole_ms: 600_000 },
      health: {
        ...untested,
        last_error: null,
        in_flight: 0,
        models: ['a', 'b-2'].map((name) => ({ upstream_model: name, ...healthy })),
      },
      origin: 'console',
      read_only: false,
      override: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const shown = await api(`GET /api/channels/${String(created['id'])}`);
    expect(shown.body).toEqual(created);
    const listed = await api('GET /api/channels?search=WHOLE');
    expect(listed.body).toEqual({ data: [created], next_cursor: null });
    const [row] = await database.query('SELECT secrets FROM channels WHERE name = $1', ['whole']);
    const stored = Buffer.from(row?.['secrets'] as Buffer).toString('latin1');
    expect(JSON.stringify([shown.body, listed.body, stored])).not.toMatch(/hush|sk-one|sk-two/);
  });

  it.each<[object, string, string]>([
    [{ name: undefined }, 'missing_required_parameter', 'name'],
    [{ models: [] }, 'invalid_value', 'models'],
    [{ models: ['a', 'a'] }, 'invalid_value', 'models[1]'],
    [{ models: [{ id: 'a*' }] }, 'invalid_value', 'models[0].id'],
    [{ provider: 'openia' }, 'invalid_value', 'provider'],
    [{ base_url: null }, 'missing_required_parameter', 'base_url'],
    [{ base_url: 'ftp://a' }, 'invalid_value', 'base_url'],
    [{ base_url: 'http://me:secret@a' }, 'invalid_value', 'base_url'],
    [{ api_keys: ['two words'] }, 'invalid_value', 'api_keys[0]'],
    [{ api_keys: [] }, 'invalid_value', 'api_keys'],
    [{ headers: { 'content-length': '3' } }, 'invalid_value', 'headers.content-length'],
    [{ headers: { 'X-A': 'a\r\nb: c' } }, 'invalid_value', 'headers.X-A'],
    [{ headers: 'x' }, 'invalid_value', 'headers'],
    [{ formats: ['morse'] }, 'invalid_value', 'formats[0]'],
    [{ timeouts: { first_byte_ms: 0 } }, 'invalid_value', 'timeouts.first_byte_ms'],
    [{ timeouts: { whole_ms: 0 } }, 'invalid_value', 'timeouts.whole_ms'],
    [{ timeouts: 5 }, 'invalid_value', 'timeouts'],
    [{ max_connections: 0 }, 'invalid_value', 'max_connections'],
    [{ api_version: 'v1' }, 'invalid_value', 'api_version'],
    [{ weight: 0.5 }, 'invalid_value', 'weight'],
    [{ enabled: 'yes' }, 'invalid_value', 'enabled'],
    [{ apiKey: 'k' }, 'unsupported_parameter', 'apiKey'],
  ])('rejects %j with the name of the field', async (wrong, code, param) => {
    const body = {
      name: 'never',
      provider: 'openai-compatible',
      base_url: upstream.url,
      models: ['m'],
      ...wrong,
    };
    const answer = await api('POST /api/channels', { body });
    expect(getFault(answer)).toEqual([400, code, param]);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  it('accepts each name once', async () => {
    await create({ name: 'twice', models: ['t'] });
    const body = { name: 'twice', provider: 'openai', models: ['m'] };
    expect(getFault(await api('POST /api/channels', { body }))).toEqual([409, 'name_taken', 'name']);
  });

  it('cannot change channels of the config file', async () => {
    const { body } = await api('GET /api/channels?search=of the file');
    const [channel] = body['data'] as Record<string, unknown>[];
    expect(channel).toMatchObject({ origin: 'file', read_only: true });
    const path = `/api/channels/${String(channel?.['id'])}` as const;
    expect(getFault(await api(`PATCH ${path}`, { body: { weight: 2 } }))).toEqual([409, 'read_only', null]);
    expect(getFault(await api(`DELETE ${path}`))).toEqual([409, 'read_only', null]);
  });

  it('changes the given fields and keeps the others, including secrets', async () => {
    const { id } = await create({
      name: 'changing',
      models: ['c1'],
      max_concurrency: 5,
      headers: { 'x-api-token': 'hush-hush', 'x-a': '1', 'x-b': '2' },
      timeouts: { idle_ms: 7000 },
    });
    const answer = await api(`PATCH /api/channels/${String(id)}`, {
      body: {
        name: 'changed',
        models: ['c2'],
        max_concurrency: null,
        headers: { 'X-A': '3', 'x-b': null },
        timeouts: { connect_ms: 50 },
      },
    });
    expect(answer.body).toMatchObject({
      name: 'changed',
      models: [{ id: 'c2', upstream: 'c2' }],
      max_concurrency: null,
      headers: { 'X-A': '3' },
      hidden_headers: ['x-api-token'],
      timeouts: { connect_ms: 50, idle_ms: 7000 },
    });
    const answered = await eventually(async () => {
      const response = await chat('c2');
      return response.status === 200 ? response : undefined;
    });
    expect(answered.headers.get('x-modelgate-channel')).toBe('changed');
    const sent = upstream.received.at(-1)?.headers;
    expect([sent?.['x-api-token'], sent?.['x-a'], sent?.['x-b']]).toEqual(['hush-hush', '3', undefined]);
  });

  it('does not send secrets to another address', async () => {
    const { id } = await create({ name: 'moving', models: ['v'], headers: { 'x-key': 'hush-hush' } });
    const path = `PATCH /api/channels/${String(id)}` as const;
    const elsewhere = 'http://127.0.0.1:9/v1';
    const moved = (body: object): Promise<AdminAnswer> =>
      api(path, { body: { base_url: elsewhere, ...body } });
    const missing = [400, 'missing_required_parameter'];
    expect(getFault(await moved({}))).toEqual([...missing, 'api_keys']);
    expect(getFault(await moved({ api_keys: ['k'] }))).toEqual([...missing, 'headers']);
    expect((await moved({ api_keys: ['k'], headers: { 'X-Key': null } })).body).toMatchObject({
      base_url: elsewhere,
      hidden_headers: [],
    });
    expect((await api(path, { body: { base_url: `${elsewhere}/beta` } })).status).toBe(200);
  });

  it('applies changes in every process within a second', async () => {
    const { id } = await create({ name: 'everywhere', models: ['e'] });
    await eventually(async () => (await chat('e')).status === 200);
    const setEnabled = async (enabled: boolean): Promise<number> => {
      await api(`PATCH /api/channels/${String(id)}`, { body: { enabled } });
      return measureMs(() => eventually(async () => (await chat('e')).status === (enabled ? 200 : 404)));
    };
    const toggle = async (): Promise<number> => Math.max(await setEnabled(false), await setEnabled(true));
    expect(await measureLeast(1_000, toggle)).toBeLessThan(1_000);
    expect((await api(`DELETE /api/channels/${String(id)}`)).status).toBe(204);
    await eventually(async () => (await chat('e')).status === 404);
    expect(getFault(await api(`GET /api/channels/${String(id)}`))).toEqual([404, 'not_found', 'id']);
  });

  it('shows the health that another process has found out', async () => {
    const { id } = await create({ name: 'unwell', models: ['u1', 'u2'], api_keys: ['sk-wrong-0123456789'] });
    await eventually(async () => (await chat('u1')).status === 502);
    const shown = await eventually(async () => {
      const { body } = await api(`GET /api/channels/${String(id)}`);
      const { status, last_error: lastError } = body['health'] as Record<string, unknown>;
      return status !== 'failing' || lastError === null ? undefined : body;
    });
    expect(shown).toMatchObject({
      api_keys: [{ hint: '…6789', status: 'refused', reason: 'key-refused', since: expect.any(String) }],
      health: {
        status: 'failing',
        last_error: {
          outcome: 'upstream-auth',
          upstream_status: 401,
          error: 'The upstream rejected the API key of the channel (status 401).',
          upstream_model: 'u1',
          request_id: expect.stringMatching(/^req_/),
        },
        models: [{ status: 'healthy' }, { status: 'healthy' }],
      },
    });
  });

  it('lists them by name, in pages, with filters', async () => {
    for (const name of ['page-1', 'page-2', 'page-3'])
      await create({ name, models: [`of ${name}`], weight: 4 });
    const first = await api('GET /api/channels?search=page-&limit=2&sort=-name');
    expect((first.body['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['page-3', 'page-2']);
    const rest = await api(
      `GET /api/channels?search=page-&limit=2&sort=-name&cursor=${String(first.body['next_cursor'])}`,
    );
    expect(rest.body).toMatchObject({ data: [{ name: 'page-1' }], next_cursor: null });
    const byModel = await api(`GET /api/channels?model=${encodeURIComponent('of page-2')}&enabled=true`);
    expect(byModel.body).toMatchObject({ data: [{ name: 'page-2' }] });
    expect(getFault(await api('GET /api/channels?provider=nobody'))).toEqual([
      400,
      'invalid_value',
      'provider',
    ]);
  });

  it('writes audit entries without the secrets', async () => {
    const { id } = await create({ name: 'noted', models: ['n'] });
    const path = `/api/channels/${String(id)}` as const;
    await api(`PATCH ${path}`, { body: { api_keys: ['sk-another'], weight: 5 } });
    await api(`DELETE ${path}`);
    const { body } = await api(`GET /api/audit?subject_id=${String(id)}`);
    const entries = body['data'] as { action: string; changes: Record<string, unknown> }[];
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'channel.change',
      'channel.create',
      'channel.delete',
    ]);
    const change = entries.find(({ action }) => action === 'channel.change');
    expect(change?.changes).toEqual({ apiKeys: 'changed', weight: { from: 1, to: 5 } });
    expect(JSON.stringify(entries)).not.toMatch(/sk-(another|upstream)/);
  });
});
