import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { type AdminAnswer, type AskOptions, ask, getFault } from './ask.js';
import { People } from './people.js';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const KEY = 'sk-mg-of-the-file-0123456789';
const CHANNEL = {
  name: 'main',
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'sk-upstream-1',
  models: ['m'],
};
const TOKEN = { name: 'ci', key: KEY, rpm: 60 };

type Route = Parameters<typeof ask>[1];

describe('the config file', () => {
  let database: TestDatabase;
  let gateway: TestGateway;
  let people: People;
  let headers: Record<string, string>;
  let file: { channels: object[]; tokens: object[]; models: object[] };

  const options = (): Parameters<typeof startTestGateway>[0] => ({
    database,
    channels: [CHANNEL],
    tokens: [TOKEN],
    environment: { MODELGATE_SECRET_KEY: SECRET_KEY },
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    gateway = await startTestGateway(options());
    people = await People.of(gateway);
    ({ headers } = await people.signedIn('admin'));
    const { channels = [], tokens = [], models = [] } = gateway.shared.config.file ?? {};
    expect([channels.length, tokens.length, models.length]).toEqual([1, 2, 0]);
    const [test] = tokens;
    file = { channels: [CHANNEL], tokens: [{ name: 'test', key: test?.key }, TOKEN], models: [] };
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await database.drop();
  });

  const api = (route: Route, given: AskOptions = {}): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, ...given });
  const find = async (noun: 'channels' | 'tokens', name: string): Promise<Record<string, unknown>> => {
    const { body } = await api(`GET /api/${noun}?search=${name}`);
    const found = (body['data'] as Record<string, unknown>[]).find((each) => each['name'] === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  };
  const chat = async (): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: '{"model":"sandbox-chat","messages":[{"role":"user","content":"hi"}]}',
    });
    await response.text();
    return response.status;
  };

  it('has a generation', async () => {
    const { body } = await api('GET /api/config');
    expect(body).toMatchObject({
      current: { generation: 1, source: 'start', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      overrides: [],
    });
  });

  it('shows no difference to what it has created, and the differences of another one', async () => {
    expect((await api('POST /api/config/diff', { body: { config: file } })).body).toMatchObject({
      changes: [],
      refusal: null,
    });
    const changed = {
      ...file,
      channels: [{ ...CHANNEL, apiKey: 'sk-upstream-2', priority: 3 }],
      tokens: [file.tokens[0], { ...TOKEN, rpm: 90 }],
    };
    const { body, text } = await api('POST /api/config/diff', { body: { config: changed } });
    expect(body['changes']).toEqual([
      {
        kind: 'channel',
        name: 'main',
        change: 'changed',
        fields: expect.arrayContaining(['apiKeys', 'priority']),
        values: { apiKeys: 'changed', priority: { from: 0, to: 3 } },
      },
      {
        kind: 'token',
        name: 'ci',
        change: 'changed',
        fields: ['rpm'],
        values: { rpm: { from: 60, to: 90 } },
      },
    ]);
    expect(text).not.toContain('sk-upstream');
    expect(await find('tokens', 'ci')).toMatchObject({ rpm: 60 });
  });

  it('returns all errors with their fields', async () => {
    const wrong = { channels: [{ ...CHANNEL, provder: 'openai' }] };
    expect((await api('POST /api/config/apply', { body: { config: wrong } })).status).toBe(400);
    expect(getFault(await api('POST /api/config/diff', { body: {} }))).toEqual([
      400,
      expect.anything(),
      'config',
    ]);
  });

  it('is overridden in an incident, until the override is cleared, also by later starts', async () => {
    const { id } = await find('tokens', 'ci');
    expect(await chat()).toBe(200);
    const { body } = await api(`DELETE /api/tokens/${String(id)}`);
    expect(body).toMatchObject({
      status: 'revoked',
      override: { enabled: false, declared: true, set_by: expect.stringMatching(/^user admin-/) },
    });
    expect(await chat()).toBe(401);

    const channel = await find('channels', 'main');
    const path = `/api/channels/${String(channel['id'])}` as const;
    expect((await api(`PATCH ${path}`, { body: { enabled: false } })).body).toMatchObject({
      enabled: false,
      override: { enabled: false, declared: true },
    });
    expect(getFault(await api(`PATCH ${path}`, { body: { enabled: true, weight: 2 } }))).toEqual([
      409,
      'read_only',
      null,
    ]);

    const replica = await startTestGateway(options());
    await replica.stop();
    await api('POST /api/config/apply', { body: { config: file } });
    expect(await chat()).toBe(401);
    expect(await find('channels', 'main')).toMatchObject({ enabled: false });
    expect((await api('GET /api/config')).body).toMatchObject({
      current: { generation: 1 },
      overrides: [
        { kind: 'token', name: 'ci', enabled: false, declared: true },
        { kind: 'channel', name: 'main', enabled: false, declared: true },
      ],
    });

    expect((await api(`PATCH ${path}`, { body: { enabled: true } })).body).toMatchObject({
      enabled: true,
      override: null,
    });
    const cleared = await api(`DELETE /api/config/overrides/${String(id)}`);
    expect(cleared.body).toMatchObject({ overrides: [] });
    await eventually(async () => (await chat()) === 200);
    expect((await api(`DELETE /api/config/overrides/${String(id)}`)).status).toBe(404);
  });

  it('shows its current content, also of what is overridden', async () => {
    const { id } = await find('channels', 'main');
    await api(`PATCH /api/channels/${String(id)}`, { body: { enabled: false } });
    const config = { ...file, channels: [{ ...CHANNEL, enabled: false }] };
    expect((await api('POST /api/config/apply', { body: { config } })).status).toBe(200);
    expect(await find('channels', 'main')).toMatchObject({ override: { enabled: false, declared: false } });
    await api(`PATCH /api/channels/${String(id)}`, { body: { enabled: false } });
    expect(await find('channels', 'main')).toMatchObject({ enabled: false, override: null });
  });

  it('is not replaced by an older one, nor by one that disables a lot, unless this is confirmed', async () => {
    expect(getFault(await api('POST /api/config/apply', { body: { config: file } }))).toEqual([
      409,
      'config_older',
      'allow_older',
    ]);
    const again = { config: { ...file, generation: 2 } };
    expect(getFault(await api('POST /api/config/apply', { body: again }))).toEqual([
      409,
      'config_conflict',
      'allow_older',
    ]);
    const back = { config: file, allow_older: true };
    expect((await api('POST /api/config/apply', { body: back })).body).toMatchObject({
      current: { generation: 3, source: 'api', applied_by: expect.stringMatching(/^user admin-/) },
      changes: [{ kind: 'channel', name: 'main', change: 'enabled' }],
    });
    const empty = { config: {} };
    expect(getFault(await api('POST /api/config/apply', { body: empty }))).toEqual([
      409,
      'config_disables',
      'allow_disable',
    ]);
    expect((await api('POST /api/config/apply', { body: { ...empty, dry_run: true } })).body).toMatchObject({
      dry_run: true,
      refusal: { reason: 'disables', disabled: ['channel main', 'token ci', 'token test'] },
    });
    expect(await chat()).toBe(200);
    expect((await api('POST /api/config/apply', { body: { ...empty, allow_disable: true } })).status).toBe(
      200,
    );
    await eventually(async () => (await chat()) === 401);
  });

  it('is exported without a secret', async () => {
    const { body, text } = await api('GET /api/config/export?all=true');
    expect(body).toMatchObject({
      additions: { channels: [{ name: 'main', apiKey: '${CHANNEL_MAIN_API_KEY}' }] },
      variables: ['CHANNEL_MAIN_API_KEY'],
    });
    expect(text).not.toContain('sk-upstream');
    expect((await api('GET /api/config/export?all=true&secrets=true')).status).toBe(403);
  });
});
