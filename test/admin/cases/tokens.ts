import { PLAIN_TOKEN_SETTINGS, type SettingKind, TOKEN_SETTINGS, snakeCase } from '#declarations';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, type AskOptions, ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

type TokenBody = Record<string, unknown>;

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A value for a setting of each kind. Webhooks have their own tests. */
const VALUES: Readonly<Record<Exclude<SettingKind, 'webhook'>, unknown>> = {
  owner: 'team a',
  models: ['sandbox-*', 'gpt-5'],
  count: 60,
  budget: { usd: 12.5, period: 'monthly' },
  moment: '2099-01-01T00:00:00.000Z',
  networks: ['127.0.0.0/8', '::1/128'],
  retention: { ttl_days: 7 },
};

const EVERY_SETTING = Object.fromEntries(
  PLAIN_TOKEN_SETTINGS.map(({ name, setting }) => [snakeCase(name), VALUES[setting.kind]]),
);

export function describeTokens(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const asAdmin = (route: Parameters<typeof ask>[1], options: AskOptions = {}): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers: admin.headers, ...options });
  const create = async (body: TokenBody): Promise<TokenBody> => {
    const answer = await asAdmin('POST /api/tokens', { body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const show = async ({ id }: TokenBody): Promise<TokenBody> =>
    (await asAdmin(`GET /api/tokens/${String(id)}`)).body;
  const change = (id: unknown, body: TokenBody): Promise<AdminAnswer> =>
    asAdmin(`PATCH /api/tokens/${String(id)}`, { body });
  const rotate = (id: unknown, body: TokenBody = {}): Promise<AdminAnswer> =>
    asAdmin(`POST /api/tokens/${String(id)}/rotate`, { body });
  const chat = async (key: unknown): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(key)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const until = (key: unknown, status: number): Promise<true> =>
    eventually(async () => (await chat(key)) === status || undefined);

  it('have every setting of the config file, and show their key once', async () => {
    const webhook = { url: 'https://hooks.example/a', secret: SECRET };
    const { key, ...created } = await create({ name: 'everything', ...EVERY_SETTING, webhook });
    expect(created).toMatchObject({
      ...EVERY_SETTING,
      name: 'everything',
      webhook: { url: webhook.url, has_secret: true },
      key_hint: `…${String(key).slice(-4)}`,
      status: 'active',
      origin: 'console',
      read_only: false,
      spent_usd: 0,
      last_used_at: null,
    });
    const shown = await show(created);
    expect(shown).toEqual(created);
    const stored = JSON.stringify([shown, await asAdmin('GET /api/tokens'), gateway.logs]);
    expect(stored).not.toContain(String(key));
    expect(stored).not.toContain(SECRET);
  });

  it('work at once, and stop at once when they are revoked, before the notification of the database', async () => {
    await gateway.database.query('ALTER TABLE tokens DISABLE TRIGGER USER');
    const { id, key } = await create({ name: 'short-lived' });
    expect(await chat(key)).toBe(200);
    const revoked = await asAdmin(`DELETE /api/tokens/${String(id)}`);
    expect([revoked.status, revoked.body['status']]).toEqual([200, 'revoked']);
    expect(await chat(key)).toBe(401);
    await gateway.database.query('ALTER TABLE tokens ENABLE TRIGGER USER');
    expect((await asAdmin(`DELETE /api/tokens/${String(id)}`)).status).toBe(409);
    expect((await change(id, { rpm: 1 })).status).toBe(409);
  });

  it('show their spend and their last use', async () => {
    const { id, key } = await create({ name: 'used' });
    await until(key, 200);
    const used = await eventually(async () => {
      const token = await show({ id });
      return token['last_used_at'] === null ? undefined : token;
    });
    expect(Date.now() - Date.parse(String(used['last_used_at']))).toBeLessThan(60_000);
    expect(used['spent_usd']).toBe(0);
    await gateway.database.query(
      `INSERT INTO ledger_accounts (id, balance) VALUES ($1, -1500000)
       ON CONFLICT (id) DO UPDATE SET balance = -1500000`,
      [`token:${String(id)}`],
    );
    expect((await show({ id }))['spent_usd']).toBe(1.5);
  });

  it('have all of their settings in the form of the console', async () => {
    const { body } = await asAdmin('GET /api/forms');
    const groups = body['token'] as { fields: { name: string; label: string }[] }[];
    const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.toSorted()).toEqual(Object.keys(TOKEN_SETTINGS).map(snakeCase).toSorted());
  });

  describe('that are changed', () => {
    it('keep what is not mentioned, and clear what is null', async () => {
      const { id } = await create({ name: 'changing', ...EVERY_SETTING });
      const { status, body } = await change(id, { rpm: 5, models: null, name: 'changed', budget_usd: 3 });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          ...EVERY_SETTING,
          name: 'changed',
          rpm: 5,
          models: null,
          budget: { usd: 3, period: 'total' },
        }),
      ]);
      const nothing = Object.fromEntries(Object.keys(EVERY_SETTING).map((name) => [name, null]));
      expect((await change(id, nothing)).body).toMatchObject(nothing);
    });

    it('keep their webhook secret if only the address changes', async () => {
      const { id } = await create({ name: 'calling', webhook: { url: 'https://a.example', secret: SECRET } });
      const moved = await change(id, { webhook: { url: 'https://b.example' } });
      expect(moved.body['webhook']).toEqual({ url: 'https://b.example', has_secret: true });
      expect(moved.body['webhook_secret']).toBeUndefined();
      const removed = await change(id, { webhook: null });
      expect(removed.body['webhook']).toBeNull();
      const again = await change(id, { webhook: { url: 'https://c.example' } });
      expect(again.body['webhook_secret']).toMatch(/^whsec_/);
      expect(await show({ id })).not.toHaveProperty('webhook_secret');
    });

    it.each([
      [{ budget: { usd: 1 }, budget_usd: 1 }, 'budget_usd'],
      [{ budget: { usd: -1 } }, 'budget.usd'],
      [{ budget: { usd: 1, period: 'yearly' } }, 'budget.period'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ allowed_ips: ['10.0.0.0/33'] }, 'allowed_ips'],
      [{ models: ['a*b'] }, 'models'],
      [{ models: [] }, 'models'],
      [{ webhook: { url: 'ftp://a.example' } }, 'webhook.url'],
      [{ webhook: { url: 'https://a.example', secret: 'short' } }, 'webhook.secret'],
      [{ rpm: 0 }, 'rpm'],
      [{ key: 'sk-mg-chosen-by-the-client' }, 'key'],
      [{ name: null }, 'name'],
    ])('reject %j', async (body, param) => {
      const [token] = (await asAdmin('GET /api/tokens?search=everything')).body['data'] as TokenBody[];
      const answer = await change(token?.['id'], body);
      expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
    });
  });

  it('have unique names', async () => {
    await create({ name: 'taken' });
    const { id } = await create({ name: 'free' });
    expect(getFault(await asAdmin('POST /api/tokens', { body: { name: 'taken' } }))).toEqual([
      409,
      'name_taken',
      'name',
    ]);
    expect(getFault(await change(id, { name: 'taken' }))).toEqual([409, 'name_taken', 'name']);
  });

  it('of the config file can be read, and not changed', async () => {
    const [token] = (await asAdmin('GET /api/tokens?search=test')).body['data'] as TokenBody[];
    expect(token).toMatchObject({ name: 'test', origin: 'file', read_only: true });
    const id = String(token?.['id']);
    expect(getFault(await change(id, { rpm: 1 }))).toEqual([409, 'read_only', null]);
    expect(await chat(TEST_TOKEN)).toBe(200);
  });

  it.each(['name', '-name', 'created_at', '-created_at'])(
    'are returned in pages, each once, by %s, although tokens are added meanwhile',
    async (sort) => {
      const owner = `pages by ${sort}`;
      const wanted = Array.from({ length: 7 }, (_, index) => `${owner} ${(index * 3) % 7}`);
      for (const name of wanted) await create({ name, owner });
      // All at the same time, so that only their ids distinguish them.
      await gateway.database.query(`UPDATE tokens SET created_at = '2026-01-01' WHERE owner = $1`, [owner]);
      const names: string[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null; page += 1) {
        const query = `owner=${encodeURIComponent(owner)}&sort=${sort}&limit=3`;
        const asked = cursor === '' ? query : `${query}&cursor=${cursor}`;
        const { body } = await asAdmin(`GET /api/tokens?${asked}`);
        names.push(...(body['data'] as { name: string }[]).map(({ name }) => name));
        cursor = body['next_cursor'] as string | null;
        if (page === 0) await create({ name: `!${owner}`, owner: `not ${owner}` });
      }
      const sorted = wanted.toSorted();
      expect(names.toSorted()).toEqual(sorted);
      if (sort === 'name') expect(names).toEqual(sorted);
      if (sort === '-name') expect(names).toEqual(sorted.toReversed());
    },
  );

  describe('that are rotated', () => {
    it('have a new key at once, and the old one for the requested time', async () => {
      const { id, key: first } = await create({ name: 'rotated', rpm: 1000 });
      const { status, body } = await rotate(id, { grace_seconds: 3600 });
      expect([status, body['rpm'], body['key'] === first]).toEqual([200, 1000, false]);
      const old = body['old_key'] as { hint: string; valid_until: string };
      expect(old.hint).toBe(`…${String(first).slice(-4)}`);
      expect((Date.parse(old.valid_until) - Date.now()) / 3_600_000).toBeCloseTo(1, 1);
      expect([await chat(first), await chat(body['key'])]).toEqual([200, 200]);
      const { body: again } = await rotate(id);
      const { valid_until: validUntil } = again['old_key'] as typeof old;
      expect(Date.parse(validUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      const keys = [first, body['key'], again['key']];
      expect(await Promise.all(keys.map(chat))).toEqual([401, 200, 200]);
      const ended = await asAdmin(`DELETE /api/tokens/${String(id)}/old-key`);
      expect([ended.status, ended.body['old_key']]).toEqual([200, null]);
      expect(await Promise.all(keys.map(chat))).toEqual([401, 401, 200]);
      const entries = await gateway.database.query(
        'SELECT action, changes FROM audit_entries WHERE subject_id = $1 ORDER BY seq',
        [id],
      );
      expect(entries).toMatchObject([
        { action: 'token.create' },
        { action: 'token.rotate', changes: { keyHint: { to: body['key_hint'] } } },
        { action: 'token.rotate' },
        { action: 'token.end-old-key', changes: { oldKeyUntil: { to: null } } },
      ]);
      for (const key of keys) expect(JSON.stringify(entries)).not.toContain(String(key));
    });

    it('lose the old key at once by default, and automatically when its time is over', async () => {
      const { id, key: first } = await create({ name: 'leaked' });
      const { body: second } = await rotate(id, { grace_seconds: 0 });
      expect([second['old_key'], await chat(first), await chat(second['key'])]).toEqual([null, 401, 200]);
      await rotate(id, { grace_seconds: 1 });
      await until(second['key'], 401);
      expect((await show({ id }))['old_key']).toBeNull();
    });

    it('are rejected if they are read-only or revoked, or if the old key is kept for more than 30 days', async () => {
      const { id } = await create({ name: 'not for long' });
      for (const grace_seconds of [-1, 2_592_001, 'a day', null]) {
        expect(getFault(await rotate(id, { grace_seconds }))[2]).toBe('grace_seconds');
      }
      const [test] = (await asAdmin('GET /api/tokens?search=test')).body['data'] as TokenBody[];
      expect(getFault(await rotate(test?.['id']))).toEqual([409, 'read_only', null]);
      await asAdmin(`DELETE /api/tokens/${String(id)}`);
      expect((await rotate(id)).status).toBe(409);
    });

    it('give a script no key of another owner', async () => {
      const headers = await people.script(['tokens:write']);
      for (const [owner, status] of [
        ['team b', 403],
        [null, 200],
      ] as const) {
        const { id } = await create({ name: `rotated by a script for ${owner}`, owner });
        const answer = await asAdmin(`POST /api/tokens/${String(id)}/rotate`, { headers });
        expect(answer.status).toBe(status);
      }
    });
  });

  it('are filtered by when they expire', async () => {
    const owner = 'expiring';
    for (const year of [2091, 2093]) {
      await create({ name: `until ${year}`, owner, expires_at: `${year}-01-01T00:00:00Z` });
    }
    await create({ name: 'for good', owner });
    const { body } = await asAdmin(`GET /api/tokens?owner=${owner}&expires_before=2092-01-01T00:00:00Z`);
    expect((body['data'] as TokenBody[]).map(({ name }) => name)).toEqual(['until 2091']);
  });

  it('leave audit entries of every change, without secrets', async () => {
    const { id, key } = await create({
      name: 'traced',
      webhook: { url: 'https://a.example', secret: SECRET },
    });
    await change(id, { rpm: 7 });
    await asAdmin(`DELETE /api/tokens/${String(id)}`);
    const entries = await gateway.database.query(
      'SELECT action, changes, subject_name FROM audit_entries WHERE subject_id = $1 ORDER BY seq',
      [id],
    );
    expect(entries).toEqual([
      {
        action: 'token.create',
        subject_name: 'traced',
        changes: expect.objectContaining({ webhookSecret: 'changed' }),
      },
      { action: 'token.change', subject_name: 'traced', changes: { rpm: { from: null, to: 7 } } },
      { action: 'token.revoke', subject_name: 'traced', changes: { enabled: { from: true, to: false } } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(String(key));
    expect(JSON.stringify(entries)).not.toContain(SECRET);
  });
}
