import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { ELSEWHERE, azure, REFUSED, TAKEN, OWN, GONE } from './machine-identities.js';
import { People } from './people.js';
import { type SmallServer, startServer } from '../small-server/index.js';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
let database: TestDatabase;
let gateway: TestGateway;
let people: People;
let headers: Record<string, string>;
let service: SmallServer;
let place: string;
const called: string[] = [];

const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** A channel of the operator with the identity of the machine, at addresses of the operator. */
const ofTheMachine = () => ({
  name: 'of-the-machine',
  provider: 'azure-openai',
  baseUrl: `${place}/openai/v1`,
  auth: { type: 'entra', tokenUrl: `${place}/token` },
  models: ['machine-model'],
});

beforeAll(async () => {
  service = await startServer((request, response) => {
    called.push(request.url ?? '');
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const isToken = request.url?.startsWith('/token') === true;
      response.end(
        JSON.stringify(isToken ? { access_token: 'of-the-machine', expires_in: 3600 } : COMPLETION),
      );
    });
  });
  place = service.origin;
  database = await createTestDatabase();
  gateway = await startTestGateway({
    database,
    channels: [ofTheMachine()],
    environment: {
      MODELGATE_SECRET_KEY: SECRET_KEY,
      MODELGATE_MACHINE_IDENTITY_HOSTS: 'models.example.com, proxy.example.com:8443',
    },
  });
  people = await People.of(gateway);
  ({ headers } = await people.signedIn('admin'));
});

afterAll(async () => {
  await people.leave();
  await gateway.stop();
  await database.drop();
  await service.close();
});

const api = (route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
  ask(gateway.origin, route, { headers, body });

let made = 0;
const create = (settings: object): Promise<AdminAnswer> =>
  // Disabled: there is no identity service to call.
  api('POST /api/channels', { name: `c-${(made += 1)}`, models: ['m'], enabled: false, ...settings });

/** The same settings with the names of the config file. */
function toEntry(value: unknown, isData = false): unknown {
  if (isData || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/_[a-z]/g, (match) => match.slice(1).toUpperCase()),
      toEntry(member, ['credentials', 'headers'].includes(name)),
    ]),
  );
}

/** The channels of the applied file, with another one. */
const withChannel = (settings: object): object => ({
  config: {
    channels: [ofTheMachine(), { name: 'applied', models: ['m'], ...(toEntry(settings) as object) }],
    tokens: [{ name: 'test', key: TEST_TOKEN }],
  },
});

describe('channels of the admin API', () => {
  describe.each(REFUSED)('cannot have %s', (_what, settings, param) => {
    const refusal = [400, 'invalid_value', param];

    it('when they are created', async () => {
      const before = called.length;
      const answer = await create(settings);
      expect(getFault(answer)).toEqual(refusal);
      expect(answer.text).not.toMatch(/ENOENT|no such file|EACCES/i);
      expect(called.length).toBe(before);
    });

    it('when they are changed', async () => {
      const { provider, auth } = settings as { provider: keyof typeof OWN; auth: object };
      const { body } = await create(OWN[provider]);
      const changes = { ...settings, auth: { ...GONE[provider], ...auth } };
      const route = `PATCH /api/channels/${String(body['id'])}` as const;
      expect(getFault(await api(route, changes))).toEqual(refusal);
    });

    it('when they are checked', async () => {
      const { status, body } = await api('POST /api/channels/check', settings);
      expect([status, body['outcome'], body['problems']]).toEqual([
        200,
        'invalid',
        [{ field: param, message: expect.any(String) }],
      ]);
    });

    it.each(['diff', 'apply'])('in a file: %s', async (verb) => {
      const answer = await api(`POST /api/config/${verb}`, withChannel(settings));
      expect(getFault(answer)).toEqual([400, 'invalid_value', `channels[1].${param}`]);
      expect(await database.query(`SELECT 1 FROM channels WHERE name = 'applied'`)).toEqual([]);
    });
  });

  it.each(TAKEN)('can have %s', async (_what, settings) => {
    expect((await create(settings)).status).toBe(201);
    expect((await api('POST /api/config/diff', withChannel(settings))).status).toBe(200);
  });

  it('can send the identity of the machine to hosts that the operator allows', async () => {
    expect((await create(azure({}, 'https://models.example.com/openai/v1'))).status).toBe(201);
    expect((await create(azure({}, 'https://proxy.example.com:8443'))).status).toBe(201);
    const tokens = azure({ token_url: 'https://models.example.com/t' }, 'https://a.openai.azure.com');
    expect((await create(tokens)).status).toBe(201);
    expect(getFault(await create(azure({}, 'https://proxy.example.com')))).toEqual([
      400,
      'invalid_value',
      'base_url',
    ]);
  });

  it('cannot get forbidden settings through a sequence of allowed changes', async () => {
    const { body } = await create(azure({}, 'https://a.openai.azure.com'));
    const route = `PATCH /api/channels/${String(body['id'])}` as const;
    const refusal = [400, 'invalid_value', 'base_url'];
    expect(getFault(await api(route, { base_url: 'https://example.com' }))).toEqual(refusal);
    const own = { type: 'entra', tenant_id: 't', client_id: 'c', client_secret: 's' };
    expect((await api(route, { auth: own, base_url: 'https://example.com' })).status).toBe(200);
    expect(getFault(await api(route, { auth: { type: 'entra', client_secret: null } }))).toEqual(refusal);
  });
});

const find = async (): Promise<string> => {
  const { body } = await api('GET /api/channels?search=of-the-machine');
  return String((body['data'] as { id: string }[])[0]?.id);
};
const apply = (channel: object): Promise<AdminAnswer> =>
  api('POST /api/config/apply', {
    config: { channels: [channel], tokens: [{ name: 'test', key: TEST_TOKEN }] },
    allow_older: true,
  });

const test = async (): Promise<AdminAnswer> => api(`POST /api/channels/${await find()}/test`, {});

describe('a channel of the operator', () => {
  it('uses the identity of the machine; the audit log names what a test has called', async () => {
    expect((await test()).body).toMatchObject({ ok: true });
    const { body } = await api('GET /api/audit?action=channel.test');
    expect(body['data']).toMatchObject([
      {
        changes: {
          addresses: { from: null, to: [`${place}/openai/v1/chat/completions`, `${place}/token`] },
        },
      },
    ]);
  });

  it('stays one if a file of the API leaves its identity unchanged, and cannot be redirected', async () => {
    expect((await apply({ ...ofTheMachine(), priority: 5 })).status).toBe(200);
    expect((await test()).body).toMatchObject({ ok: true });
    for (const change of [
      { baseUrl: 'https://example.com/openai/v1' },
      { auth: { type: 'entra', tokenUrl: ELSEWHERE } },
      { headers: { 'x-other': '1' } },
    ]) {
      const answer = await apply({ ...ofTheMachine(), ...change });
      expect(answer.status).toBe(400);
      expect((answer.body['error'] as { param: string }).param).toMatch(/^channels\[0\]/);
    }
    expect((await test()).body).toMatchObject({ ok: true });
  });

  it.each([
    ['in the console', `origin = 'console', declared_by = NULL`],
    ['by a file of the API', `origin = 'file', declared_by = 'api'`],
  ])('is not used if it was created %s before these rules existed', async (_how, columns) => {
    const before = await database.query('SELECT origin, declared_by FROM channels WHERE name = $1', [
      'of-the-machine',
    ]);
    await database.query(`UPDATE channels SET ${columns} WHERE name = 'of-the-machine'`);
    called.length = 0;
    expect((await test()).body).toMatchObject({
      ok: false,
      field: 'auth',
      message: expect.stringContaining('The channel cannot be used: auth.tokenUrl'),
      advice: expect.stringContaining('config file'),
    });
    const answered = await eventually(async () => {
      const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'machine-model', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      return response.status === 200 ? undefined : response;
    });
    expect(answered.status).toBe(502);
    // A user with the right to change channels can still disable it.
    expect((await api(`PATCH /api/channels/${await find()}`, { enabled: false })).status).toBe(200);
    const [row] = before as { origin: string; declared_by: string | null }[];
    await database.query('UPDATE channels SET origin = $1, declared_by = $2, enabled = true', [
      row?.origin,
      row?.declared_by,
    ]);
  });
});
