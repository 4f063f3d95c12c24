import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { type SmallServer, startServer } from '../../small-server/index.js';

/** Disabled: there is no identity service to call. */
const AZURE = {
  provider: 'azure-openai',
  base_url: 'https://a.openai.azure.com',
  models: ['m'],
  enabled: false,
};
const FEDERATED = {
  type: 'external_account',
  audience: '//iam.googleapis.com/a',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  credential_source: { file: '/etc/shadow' },
};

const ISSUED = { access_token: 'a-token-of-entra', expires_in: 3600 };
const UNKNOWN = { error: 'invalid_client', error_description: 'AADSTS700016: not found' };
const COMPLETION = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

/** Channels that have an identity in a cloud instead of keys. */
export function describeIdentities(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const { gateway: served, people } = getStage();
    gateway = served;
    ({ headers } = await people.signedIn('admin'));
  });

  const api = (route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });

  let service: SmallServer;
  let place: string;
  let isKnown = true;
  const authorizations: (string | undefined)[] = [];

  beforeAll(async () => {
    service = await startServer((request, response) => {
      const isToken = request.url === '/token';
      if (!isToken) authorizations.push(request.headers.authorization);
      request.resume().on('end', () => {
        response.writeHead(isToken && !isKnown ? 401 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isToken ? (isKnown ? ISSUED : UNKNOWN) : COMPLETION));
      });
    });
    place = service.origin;
  });

  afterAll(async () => {
    await service.close();
  });

  const inUse = (name: string) => ({
    name,
    provider: 'azure-openai',
    base_url: `${place}/openai/v1`,
    models: [name],
    auth: {
      type: 'entra',
      tenant_id: 't',
      client_id: name,
      client_secret: 'hush-hush',
      token_url: `${place}/token`,
    },
  });

  const chat = (model: string): Promise<Response> =>
    fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    });

  it('authenticate every request, and report errors of their token service', async () => {
    const { body: created } = await api('POST /api/channels', inUse('known-one'));
    const tested = await api(`POST /api/channels/${String(created['id'])}/test`, {});
    expect(tested.body).toMatchObject({ ok: true, status: 200 });
    const answered = await eventually(async () => {
      const response = await chat('known-one');
      return response.status === 200 ? response : undefined;
    });
    expect(await answered.json()).toMatchObject({ choices: [{ message: { content: 'Hello' } }] });
    expect(new Set(authorizations)).toEqual(new Set(['Bearer a-token-of-entra']));

    isKnown = false;
    const { body: other } = await api('POST /api/channels', inUse('unknown-one'));
    const refused = await api(`POST /api/channels/${String(other['id'])}/test`, {});
    expect(refused.body).toMatchObject({
      ok: false,
      message: expect.stringContaining('rejected the token request: invalid_client: AADSTS700016: not found'),
      advice: expect.stringContaining('auth'),
    });
    const failed = await eventually(async () => {
      const response = await chat('unknown-one');
      return response.status === 404 ? undefined : response;
    });
    expect([failed.status, await failed.text()]).toEqual([502, expect.not.stringContaining('AADSTS')]);
    for (const channel of [created, other]) await api(`DELETE /api/channels/${String(channel['id'])}`);
  });

  it('are shown without their secrets, which are not sent to another address', async () => {
    const auth = { type: 'entra', tenant_id: 't', client_id: 'c', client_secret: 'hush-hush' };
    const { body: created } = await api('POST /api/channels', { ...AZURE, name: 'identified', auth });
    const id = String(created['id']);
    const change = (body: object): Promise<AdminAnswer> => api(`PATCH /api/channels/${id}`, body);
    const changed = await change({ auth: { type: 'entra', client_id: 'd' } });
    expect(changed.body['auth']).toEqual({
      type: 'entra',
      members: { tenant_id: 't', client_id: 'd' },
      hidden_members: ['client_secret'],
    });
    const elsewhere = { type: 'entra', token_url: 'https://tokens.example.com/' };
    const refusal = [400, 'missing_required_parameter', 'auth.client_secret'];
    expect(getFault(await change({ auth: elsewhere }))).toEqual(refusal);
    expect(getFault(await change({ base_url: 'https://b.example.com' }))).toEqual(refusal);
    expect((await change({ auth: { ...elsewhere, client_secret: 'another' } })).status).toBe(200);
    expect((await change({ auth: null, api_keys: ['k'] })).body).toMatchObject({ auth: null });
    const audit = await api(`GET /api/audit?subject_id=${id}`);
    expect(JSON.stringify([created, changed.body, audit.body])).not.toMatch(/hush|another/);
  });

  it.each<[object, string, string]>([
    [{ region: 'eu-west-1' }, 'invalid_value', 'region'],
    [{ provider: 'openai', auth: { type: 'entra' } }, 'invalid_value', 'auth'],
    [{ auth: { type: 'aws' } }, 'invalid_value', 'auth.type'],
    [{ auth: { type: 'entra', tenant: 't' } }, 'invalid_value', 'auth.tenant'],
    [{ auth: { type: 'entra' }, api_keys: ['k'] }, 'invalid_value', 'auth'],
    [
      { auth: { type: 'entra', client_id: 'c', client_secret: 'hush-hush' } },
      'missing_required_parameter',
      'auth.tenant_id',
    ],
    [
      { provider: 'vertex', auth: { type: 'google', credentials: FEDERATED } },
      'invalid_value',
      'auth.credentials',
    ],
  ])('are rejected as %j with the name of the field', async (wrong, code, param) => {
    const answer = await api('POST /api/channels', { ...AZURE, name: 'never', ...wrong });
    expect(getFault(answer)).toEqual([400, code, param]);
    expect(JSON.stringify(answer.body)).not.toContain('hush');
  });
}
