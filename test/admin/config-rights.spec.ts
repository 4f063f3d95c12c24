import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { People, type Person } from './people.js';

const FILE_TOKEN = { name: 'test', key: TEST_TOKEN };

describe('a config file that is sent to the admin API', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    gateway = await startTestGateway();
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const send = (
    action: 'apply' | 'diff',
    {
      tokens = [],
      ...sections
    }: {
      tokens?: object[];
      channels?: object[];
      owners?: object[];
      models?: object[];
      policies?: object;
    },
    headers: Record<string, string>,
    options: object = {},
  ): Promise<AdminAnswer> =>
    ask(gateway.origin, `POST /api/config/${action}`, {
      headers,
      body: { config: { ...sections, tokens: [FILE_TOKEN, ...tokens] }, ...options },
    });
  const countTokens = async (name: string): Promise<number> =>
    (await gateway.database.query('SELECT FROM tokens WHERE name = $1', [name])).length;

  it('requires the scopes of single routes, entry by entry', async () => {
    const member = await people.signedIn('member');
    const files = await people.script(['config:write', 'tokens:write', 'channels:write', 'models:write']);
    const refused: [entries: Parameters<typeof send>[1], scope: string, param: string][] = [
      [{ tokens: [{ name: 'x', owner: member.email }] }, '*', 'config.tokens[1].owner'],
      [{ tokens: [{ name: 'x', owner: 'team' }] }, '*', 'config.tokens[1].owner'],
      [{ tokens: [{ name: 'x', key: 'sk-mg-of-my-own-0123456789' }] }, '*', 'config.tokens[1].key'],
      [{ tokens: [{ name: 'x', storeContent: { ttlDays: 9 } }] }, '*', 'config.tokens[1].storeContent'],
      [{ owners: [{ name: member.email, rpm: 1_000_000 }] }, 'users:write', 'config.owners[0].name'],
    ];
    for (const [entries, scope, param] of refused) {
      const generation = (await ask(gateway.origin, 'GET /api/config', { headers: admin.headers })).body;
      const answer = await send('apply', entries, files);
      expect([...getFault(answer), answer.text.includes(`requires the scope ${scope}:`)]).toEqual([
        403,
        'missing_scope',
        param,
        true,
      ]);
      expect(getFault(await send('apply', entries, files, { dry_run: true }))).toEqual(getFault(answer));
      const { body } = await ask(gateway.origin, 'GET /api/config', { headers: admin.headers });
      expect(body).toEqual(generation);
    }
    expect(await countTokens('x')).toBe(0);
  });

  it('removes the limits of a user only with the scopes for users', async () => {
    const { email } = await people.signedIn('member');
    const files = await people.script(['config:write', 'tokens:write']);
    const limited = await send('apply', { owners: [{ name: email, rpm: 5 }] }, admin.headers);
    expect(limited.status).toBe(200);
    const options = { allow_disable: true, allow_older: true };
    expect(getFault(await send('apply', {}, files, options))).toEqual([
      403,
      'missing_scope',
      'config.owners.name',
    ]);
    const users = await people.script(['config:write', 'tokens:write', 'users:write']);
    expect((await send('apply', {}, users, options)).status).toBe(200);
  });

  it('changes nothing for a scope that single entries do not have', async () => {
    const headers = await people.script(['config:write']);
    const channel = { name: 'c', provider: 'sandbox', models: ['a-model'] };
    expect(getFault(await send('apply', { tokens: [{ name: 'y' }] }, headers))).toEqual([
      403,
      'missing_scope',
      'config.tokens[1]',
    ]);
    expect(getFault(await send('apply', { channels: [channel] }, headers))[2]).toBe('config.channels[0]');
    expect(getFault(await send('apply', { models: [{ id: 'm', hedgeMs: 5 }] }, headers))[2]).toBe(
      'config.models[0]',
    );
    expect((await send('apply', {}, headers)).status).toBe(200);
    const both = await people.script(['config:write', 'tokens:write']);
    expect((await send('apply', { tokens: [{ name: 'y' }] }, both)).body).toMatchObject({
      issued_tokens: [{ name: 'y', key: expect.stringMatching(/^sk-mg-/) }],
    });
  });

  it('reads neither files nor variables of the gateway’s machine', async () => {
    const headers = await people.script(['config:write', 'channels:write', 'tokens:write']);
    const channel = {
      name: 'reader',
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: '${PATH}',
      headers: { 'x-team': '${HOME}' },
      models: ['a-model'],
    };
    expect((await send('apply', { channels: [channel] }, headers)).status).toBe(200);
    const exported = await ask(gateway.origin, 'GET /api/config/export?all=true', { headers: admin.headers });
    expect(exported.text).not.toContain(String(process.env['PATH']));
    const { body } = await ask(gateway.origin, 'GET /api/channels?search=reader', { headers: admin.headers });
    expect(JSON.stringify(body)).toContain('${HOME}');
    const vertex = { name: 'v', provider: 'vertex', project: 'p', location: 'global', models: ['a'] };
    const external = {
      type: 'external_account',
      audience: 'a',
      subject_token_type: 'jwt',
      credential_source: { file: '/etc/passwd' },
    };
    for (const auth of [
      { type: 'google', credentialsFile: '/etc/passwd' },
      { type: 'google', credentials: external },
    ]) {
      const answer = await send('apply', { channels: [channel, { ...vertex, auth }] }, headers);
      expect([400, 403]).toContain(answer.status);
      expect(getFault(answer)[2]).toMatch(/^(config\.)?channels\[1\]\.auth\.credentials/);
    }
    expect((await send('apply', { channels: [] }, headers, { allow_older: true })).status).toBe(200);
  });

  it('is compared without a lock', async () => {
    const headers = await people.script(['config:read']);
    await gateway.database.query('BEGIN');
    try {
      await gateway.database.query('LOCK TABLE tokens, channels, owners, models IN SHARE ROW EXCLUSIVE MODE');
      const { body } = await send('diff', { owners: [{ name: 'o', rpm: 5 }] }, headers);
      expect(body['changes']).toContainEqual(expect.objectContaining({ kind: 'owner', change: 'created' }));
    } finally {
      await gateway.database.query('ROLLBACK');
    }
  });

  it('has a bounded number of entries', async () => {
    const headers = await people.script(['config:read', 'config:write']);
    const tokens = Array.from({ length: 10_000 }, (_, index) => ({ name: `token ${index}` }));
    for (const action of ['diff', 'apply'] as const) {
      const answer = await send(action, { tokens }, headers);
      expect(getFault(answer)).toEqual([413, 'too_many_entries', 'config']);
      expect(answer.text).toContain('10000');
    }
  });

  it.each([
    ['too many values', 490_000, [413, 'too_many_values', null]],
    ['a list that is too long', 190_000, [400, 'invalid_value', 'policies.redact']],
  ])('is rejected with %s', async (_what, length, fault) => {
    const headers = await people.script(['config:read']);
    const redact = Array.from({ length }, () => 0);
    expect(getFault(await send('diff', { policies: { redact } }, headers))).toEqual(fault);
  });

  it('is recorded in the audit log with its caller', async () => {
    const { body } = await ask(gateway.origin, 'GET /api/audit?action=config.apply', {
      headers: admin.headers,
    });
    const [entry] = body['data'] as Record<string, unknown>[];
    expect(entry).toMatchObject({ actor: { kind: 'admin-token' }, action: 'config.apply' });
  });

  it('restores a revoked token only with the scopes for tokens', async () => {
    const { body } = await ask(gateway.origin, 'GET /api/tokens?search=y', { headers: admin.headers });
    const [token] = body['data'] as { id: string; status: string }[];
    expect(token).toBeDefined();
    const id = token?.id ?? '';
    await send('apply', { tokens: [{ name: 'y' }] }, admin.headers, { allow_older: true });
    expect((await ask(gateway.origin, `DELETE /api/tokens/${id}`, { headers: admin.headers })).status).toBe(
      200,
    );
    const clear = async (...scopes: Parameters<typeof people.script>[0][number][]) =>
      ask(gateway.origin, `DELETE /api/config/overrides/${id}`, { headers: await people.script(scopes) });
    expect(getFault(await clear('config:write')).slice(0, 2)).toEqual([403, 'missing_scope']);
    expect((await clear('config:write', 'tokens:write')).status).toBe(200);
  });
});
