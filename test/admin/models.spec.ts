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
import { updateInputPrices } from './update-catalogue.js';
import { measureMs } from '../cpu-time/index.js';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const ODD_ID = 'meta/llama-3:8b instruct%2F';

type Route = Parameters<typeof ask>[1];

const getPath = (id: string) => `/api/models/${encodeURIComponent(id)}` as const;

interface Model {
  id: string;
  stand_in: boolean;
  price: { version: string; rates: object; origin: string } | null;
  settings: object | null;
}

describe('models', () => {
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
    const account = { baseUrl: upstream.url, apiKey: 'sk-upstream-1' };
    const options = {
      database,
      channels: [
        { ...account, name: 'plain', provider: 'openai-compatible', models: ['gpt-5-mini', 'free', ODD_ID] },
        {
          ...account,
          name: 'vendor',
          provider: 'openai',
          priority: 5,
          models: [{ id: 'fast', upstream: 'gpt-5-nano' }, 'gpt-5-mini', 'priced-by-file', 'other-*'],
        },
      ],
      models: [{ id: 'priced-by-file', price: { perRequest: 0.25 }, strategy: 'cost' }],
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
  const show = async (id: string): Promise<Model> =>
    (await api(`GET ${getPath(id)}`)).body as unknown as Model;

  /** Returns the cost of a request to the other process. */
  async function readCost(model: string): Promise<string | null> {
    const response = await fetch(`${neighbour.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    });
    await response.text();
    return response.status === 200
      ? response.headers.get('x-modelgate-cost-usd')
      : `status ${response.status}`;
  }

  it('are all that channels name and all that have settings', async () => {
    const { body } = await api('GET /api/models');
    const listed = body['data'] as Model[];
    const ids = listed.filter((model) => !model.stand_in).map(({ id }) => id);
    expect(ids).toEqual(['fast', 'free', 'gpt-5-mini', ODD_ID, 'priced-by-file'].toSorted());
    const standIns = listed.filter((model) => model.stand_in).map(({ id }) => id);
    expect(standIns).toContain('sandbox-chat');
    expect(listed.map(({ id }) => id)).toEqual([...ids, ...standIns]);
    const descending = [...ids.toReversed(), ...standIns.toReversed()];
    const first = await api('GET /api/models?limit=2&sort=-id');
    expect((first.body['data'] as Model[]).map(({ id }) => id)).toEqual(descending.slice(0, 2));
    const next = await api(`GET /api/models?limit=4&sort=-id&cursor=${String(first.body['next_cursor'])}`);
    expect((next.body['data'] as Model[]).map(({ id }) => id)).toEqual(descending.slice(2, 6));
    const rest = await api(`GET /api/models?sort=-id&cursor=${String(next.body['next_cursor'])}`);
    expect((rest.body['data'] as Model[]).map(({ id }) => id)).toEqual(descending.slice(6));
    const found = await api('GET /api/models?search=GPT&channel=vendor&capability=chat');
    expect(found.body).toMatchObject({ data: [{ id: 'gpt-5-mini' }], next_cursor: null });
    expect(getFault(await api('GET /api/models?cursor=bm8'))).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('show their channels and prices, and the source of each price', async () => {
    expect(await show('fast')).toMatchObject({
      served: true,
      capabilities: ['chat'],
      capabilities_from: 'catalogue',
      price: {
        rates: { input_per_m_tok: expect.any(Number), output_per_m_tok: expect.any(Number) },
        origin: 'built-in',
        source: expect.stringMatching(/^https:/),
        as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        version: expect.any(String),
      },
      channels: [
        {
          name: 'vendor',
          provider: 'openai',
          upstream_model: 'gpt-5-nano',
          priority: 5,
          weight: 1,
          status: 'healthy',
          reason: null,
          known: {
            id: 'gpt-5-nano',
            provider: 'openai',
            kind: 'chat',
            modalities: { input: expect.arrayContaining(['text', 'image']), output: ['text'] },
            limits: { context: 400_000, output: 128_000 },
            parameters: {
              taken: expect.arrayContaining(['tools', 'output_format']),
              refused: expect.arrayContaining(['temperature']),
            },
            reasoning: { efforts: ['minimal', 'low', 'medium', 'high'] },
            price: { input_per_m_tok: 0.05 },
            sources: expect.arrayContaining([
              {
                group: 'limits',
                url: expect.stringMatching(/^https:/),
                as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
              },
            ]),
          },
        },
      ],
      settings: null,
      origin: null,
      read_only: false,
    });
    expect(await show('gpt-5-mini')).toMatchObject({
      channels: [
        { name: 'vendor', price: { origin: 'built-in' } },
        // A reseller has its own price; the name still identifies the model of its maker.
        { name: 'plain', price: null, known: { provider: 'openai', price: null } },
      ],
    });
    expect(await show('priced-by-file')).toMatchObject({
      price: { rates: { per_request: 0.25 }, origin: 'file', source: null, as_of: null },
      settings: { strategy: 'cost', price: { per_request: 0.25 }, fallbacks: null },
      origin: 'file',
      read_only: true,
    });
    expect(await show('free')).toMatchObject({ price: null, channels: [{ known: null }] });
  });

  it('have ids with slashes, colons and spaces', async () => {
    expect(await show(ODD_ID)).toMatchObject({ id: ODD_ID, served: true });
    const put = await api(`PUT ${getPath(ODD_ID)}`, { body: { hedge_ms: 5 } });
    expect(put.body).toMatchObject({ id: ODD_ID, settings: { hedge_ms: 5 } });
    expect((await api(`DELETE ${getPath(ODD_ID)}`)).status).toBe(204);
    const long = `${'long/'.repeat(51)}x`;
    expect((await api(`PUT ${getPath(long)}`, { body: {} })).body).toMatchObject({ id: long, served: false });
    expect((await api(`DELETE ${getPath(long)}`)).status).toBe(204);
  });

  it('keep all settings, and accept them as they are shown', async () => {
    const settings = {
      capabilities: ['chat', 'images'],
      price: {
        input_per_m_tok: 1.5,
        cached_input_per_m_tok: 0.1,
        tiers: [{ above_input_tokens: 200_000, input_per_m_tok: 3 }],
        cache_write_1h_per_m_tok: 3,
        batch: { input_per_m_tok: 0.75 },
        priority: { input_per_m_tok: 3, tiers: [{ above_input_tokens: 10, cache_write_1h_per_m_tok: 6 }] },
        per_web_search: 0.01,
        per_image: { default: 0.04, 'high 1024x1024': 0.2 },
        per_second_video: 0.5,
        per_m_char: 15,
      },
      fallbacks: ['gpt-5-mini'],
      strategy: 'latency',
      hedge_ms: 800,
      timeouts: { first_byte_ms: 1000, idle_ms: null, whole_ms: 2000 },
      deadline_minutes: 60,
    };
    const put = await api(`PUT ${getPath('free')}`, { body: settings });
    expect(put.body).toMatchObject({
      settings,
      capabilities: ['chat', 'images'],
      price: { rates: settings.price, origin: 'console' },
      origin: 'console',
      read_only: false,
    });
    const again = await api(`PUT ${getPath('free')}`, { body: put.body['settings'] });
    expect(again.body['settings']).toEqual(put.body['settings']);
    const [row] = await database.query('SELECT price FROM models WHERE id = $1', ['free']);
    expect(row?.['price']).toMatchObject({
      inputPerMTok: 1.5,
      cacheWrite1hPerMTok: 3,
      tiers: [{ aboveInputTokens: 200_000, inputPerMTok: 3 }],
      perImage: { default: 0.04, 'high 1024x1024': 0.2 },
    });
    const less = await api(`PUT ${getPath('free')}`, { body: { strategy: 'cost' } });
    expect(less.body).toMatchObject({
      settings: { strategy: 'cost', price: null, hedge_ms: null, timeouts: null },
      price: null,
    });
    expect((await api(`DELETE ${getPath('free')}`)).status).toBe(204);
    expect(await show('free')).toMatchObject({ settings: null, origin: null });
  });

  it.each<[object, string, string]>([
    [{ price: { input_per_m_tok: -1 } }, 'invalid_value', 'price.input_per_m_tok'],
    [{ price: { cache_write_1h_per_m_tok: -1 } }, 'invalid_value', 'price.cache_write_1h_per_m_tok'],
    [{ price: { inputPerMTok: 1 } }, 'unsupported_parameter', 'price.inputPerMTok'],
    [{ price: { per_image: { '1024x1024': 1 } } }, 'missing_required_parameter', 'price.per_image.default'],
    [
      { price: { tiers: [{ input_per_m_tok: 1 }] } },
      'missing_required_parameter',
      'price.tiers[0].above_input_tokens',
    ],
    [{ price: [] }, 'invalid_value', 'price'],
    [{ capabilities: ['dancing'] }, 'invalid_value', 'capabilities[0]'],
    [{ fallbacks: ['free'] }, 'invalid_value', 'fallbacks[0]'],
    [{ strategy: 'luck' }, 'invalid_value', 'strategy'],
    [{ hedge_ms: 0 }, 'invalid_value', 'hedge_ms'],
    [{ timeouts: { whole_ms: 0 } }, 'invalid_value', 'timeouts.whole_ms'],
    [{ timeouts: { connect_ms: 1 } }, 'unsupported_parameter', 'timeouts.connect_ms'],
    [{ timeouts: 5 }, 'invalid_value', 'timeouts'],
    [{ deadline_minutes: 1e9 }, 'invalid_value', 'deadline_minutes'],
    [{ weight: 1 }, 'unsupported_parameter', 'weight'],
  ])('reject %j with the name of the field', async (body, code, param) => {
    expect(getFault(await api(`PUT ${getPath('free')}`, { body }))).toEqual([400, code, param]);
  });

  it('of the config file cannot be changed, and unknown ones cannot be removed', async () => {
    const path = getPath('priced-by-file');
    expect(getFault(await api(`PUT ${path}`, { body: {} }))).toEqual([409, 'read_only', null]);
    expect(getFault(await api(`DELETE ${path}`))).toEqual([409, 'read_only', null]);
    expect(getFault(await api(`DELETE ${getPath('free')}`))).toEqual([404, 'not_found', 'id']);
    expect(getFault(await api(`GET ${getPath('nobody')}`))).toEqual([404, 'not_found', 'id']);
    expect(getFault(await api(`GET ${getPath('with\u0000nul')}`))).toEqual([404, 'not_found', 'id']);
    const pattern = await api(`PUT ${getPath('pattern-*')}`, { body: {} });
    expect(getFault(pattern)).toEqual([400, 'invalid_value', 'id']);
  });

  it('cost the price that was set, in every process within a second, and every price is stored', async () => {
    const path = getPath('free');
    const versions: string[] = [];
    const setPrice = async (usd: number): Promise<number> => {
      const { body } = await api(`PUT ${path}`, { body: { price: { per_request: usd } } });
      versions.push((body as unknown as Model).price?.version ?? '');
      return measureMs(() => eventually(async () => Number(await readCost('free')) === usd));
    };
    const tookMs = [await setPrice(0.5), await setPrice(0.75)];
    // The lower one, since other programs only add to it.
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
    const kept = await database.query(
      'SELECT version, model, price FROM price_versions WHERE version = ANY($1) ORDER BY price',
      [versions],
    );
    expect(kept).toEqual([
      { version: versions[0], model: 'free', price: { perRequest: 0.5 } },
      { version: versions[1], model: 'free', price: { perRequest: 0.75 } },
    ]);
    await api(`DELETE ${path}`);
    await eventually(async () => (await readCost('free')) === null);
  });

  it('are routed as configured, in every process', async () => {
    await api(`PUT ${getPath('free')}`, { body: { capabilities: ['embeddings'] } });
    await eventually(async () => (await readCost('free')) === 'status 400');
    await api(`DELETE ${getPath('free')}`);
    await eventually(async () => (await readCost('free')) !== 'status 400');
  });

  it('are recorded in the audit log', async () => {
    await api(`PUT ${getPath('noted')}`, { body: { hedge_ms: 5 } });
    await api(`PUT ${getPath('noted')}`, { body: { hedge_ms: 6 } });
    await api(`DELETE ${getPath('noted')}`);
    const { body } = await api('GET /api/audit?subject_type=model&subject_id=noted');
    const entries = body['data'] as { action: string; changes: object }[];
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['model.unset', { hedgeMs: { from: 6, to: null } }],
      ['model.set', { hedgeMs: { from: 5, to: 6 } }],
      ['model.set', { hedgeMs: { from: null, to: 5 } }],
    ]);
  });

  it('have a history of changes, including updates of the catalog', async () => {
    await api(`PUT ${getPath('fast')}`, { body: { hedge_ms: 5 } });
    await updateInputPrices(database.url, { 'gpt-5-nano': 77, 'gpt-4o': 77 });
    const list = async (path: `/${string}`) => (await api(`GET ${path}`)).body;
    const { data, next_cursor: next } = await list(`${getPath('fast')}/changes?limit=1`);
    const to = [expect.stringMatching(/^openai gpt-5-nano: changed; price.inputPerMTok: [\d.]+ → 77$/)];
    const update = { action: 'models.update', actor: { kind: 'schedule' }, changes: { models: { to } } };
    expect(data).toMatchObject([update]);
    expect(await list(`${getPath('fast')}/changes?cursor=${String(next)}`)).toMatchObject({
      data: [{ action: 'model.set', changes: { hedgeMs: { from: null, to: 5 } } }],
      next_cursor: null,
    });
    const others = (await list(`${getPath('free')}/changes`))['data'] as { action: string }[];
    expect(others.map(({ action }) => action)).not.toContain('models.update');
  });
});
