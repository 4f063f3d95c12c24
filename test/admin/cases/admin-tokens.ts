import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

export function describeAdminTokens(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const create = (body: object, headers = admin.headers) =>
    ask(gateway.origin, 'POST /api/admin-tokens', { headers, body });
  const revoke = (id: unknown) =>
    ask(gateway.origin, `DELETE /api/admin-tokens/${String(id)}`, { headers: admin.headers });
  const list = (query: string) =>
    ask(gateway.origin, `GET /api/admin-tokens?${query}`, { headers: admin.headers });
  const listTokens = (headers: Record<string, string>) => ask(gateway.origin, 'GET /api/tokens', { headers });

  it('have a key that is shown once and has the chosen scopes', async () => {
    const created = await create({ name: 'reader', scopes: ['tokens:read', 'tokens:read'] });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'reader',
      scopes: ['tokens:read'],
      status: 'active',
      created_by: admin.email,
      expires_at: null,
      key: expect.stringMatching(/^mgat_[\w-]{43}$/),
    });
    expect((await listTokens(bearer(created))).status).toBe(200);
    expect(getFault(await create({ name: 'x', scopes: ['tokens:read'] }, bearer(created)))).toEqual([
      403,
      'missing_scope',
      null,
    ]);
    const listed = (await list('')).body;
    expect(JSON.stringify(listed)).not.toContain(String(created.body['key']));
    expect(listed['data']).toContainEqual(
      expect.objectContaining({ name: 'reader', last_used_at: expect.any(String) }),
    );
  });

  it('end when they are revoked, at once and for good', async () => {
    const created = await create({ name: 'gone', scopes: ['*'] });
    const revoked = await revoke(created.body['id']);
    expect([revoked.status, revoked.body['status']]).toEqual([200, 'revoked']);
    expect(getFault(await listTokens(bearer(created)))).toEqual([401, 'invalid_admin_token', null]);
    expect(getFault(await revoke(created.body['id']))).toEqual([404, 'not_found', 'id']);
    expect([names(await list('')), names(await list('include_revoked=true'))]).toEqual([
      expect.not.arrayContaining(['gone']),
      expect.arrayContaining(['gone']),
    ]);
    expect((await create({ name: 'gone', scopes: ['*'] })).status).toBe(201);
  });

  it('end when they expire', async () => {
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    const created = await create({ name: 'short', scopes: ['*'], expires_at: expiresAt });
    expect(created.body['expires_at']).toBe(expiresAt);
    expect((await listTokens(bearer(created))).status).toBe(200);
    await eventually(async () => (await listTokens(bearer(created))).status === 401);
    expect((await list('')).body['data']).toContainEqual(
      expect.objectContaining({ name: 'short', status: 'expired' }),
    );
  });

  it.each([{ disabled: true }, { role: 'member' }])(
    'end when their creator is changed to %j, with those that they have created',
    async (change) => {
      const maker = await people.signedIn('admin');
      const made = await create({ name: `by ${maker.email}`, scopes: ['*'] }, maker.headers);
      const offspring = await create({ name: `of that of ${maker.email}`, scopes: ['*'] }, bearer(made));
      const others = await create({ name: `beside ${maker.email}`, scopes: ['*'] });
      const path = `/api/users/${maker.id}` as const;
      await ask(gateway.origin, `PATCH ${path}`, { headers: admin.headers, body: { role: 'admin' } });
      expect((await listTokens(bearer(offspring))).status).toBe(200);
      await ask(gateway.origin, `PATCH ${path}`, { headers: admin.headers, body: change });
      for (const token of [made, offspring]) {
        expect((await listTokens(bearer(token))).status).toBe(401);
        const entries = await gateway.database.query(
          'SELECT action, actor->>$2 AS actor FROM audit_entries WHERE subject_id = $1 ORDER BY seq',
          [token.body['id'], 'name'],
        );
        expect(entries.at(-1)).toEqual({ action: 'admin-token.revoke', actor: admin.email });
      }
      expect((await listTokens(bearer(others))).status).toBe(200);
      const back = { disabled: false, role: 'admin' };
      await ask(gateway.origin, `PATCH ${path}`, { headers: admin.headers, body: back });
      expect((await listTokens(bearer(made))).status).toBe(401);
    },
  );

  it('are never given more scopes by another token than it has itself', async () => {
    const some = await people.script(['admin-tokens:write', 'usage:read']);
    expect((await create({ name: 'less', scopes: ['usage:read'] }, some)).status).toBe(201);
    for (const scopes of [['*'], ['usage:read', 'usage:write'], ['tokens:read']]) {
      expect(getFault(await create({ name: 'more', scopes }, some))).toEqual([
        403,
        'missing_scope',
        'scopes',
      ]);
    }
    const all = await people.script(['*']);
    expect((await create({ name: 'all', scopes: ['*', 'usage:read'] }, all)).status).toBe(201);
  });

  it('never outlive the token that has created them', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const headers = await people.script(['*'], { expiresAt });
    const later = new Date(expiresAt.getTime() + 1).toISOString();
    for (const expires_at of [undefined, null, later]) {
      expect(getFault(await create({ name: 'longer', scopes: ['usage:read'], expires_at }, headers))).toEqual(
        [403, 'outlives_caller', 'expires_at'],
      );
    }
    const same = { name: 'as long', scopes: ['usage:read'], expires_at: expiresAt.toISOString() };
    expect((await create(same, headers)).status).toBe(201);
  });

  it.each([
    [{ scopes: ['*'] }, 400, 'name'],
    [{ name: 'x' }, 400, 'scopes'],
    [{ name: 'x', scopes: [] }, 400, 'scopes'],
    [{ name: 'x', scopes: ['tokens:delete'] }, 400, 'scopes'],
    [{ name: 'x', scopes: ['*'], expires_at: '2020-01-01T00:00:00Z' }, 400, 'expires_at'],
    [{ name: 'x', scopes: ['*'], expires_at: 'tomorrow' }, 400, 'expires_at'],
    [{ name: 'reader', scopes: ['*'] }, 409, 'name'],
  ])('are not created from %j', async (body, status, param) => {
    const answer = await create(body);
    expect([answer.status, getFault(answer)[2]]).toEqual([status, param]);
  });

  it('are listed page by page, newest first', async () => {
    for (const name of ['one', 'two', 'three']) await create({ name, scopes: ['health:read'] });
    const first = await list('limit=2');
    const second = await list(`limit=1&cursor=${String(first.body['next_cursor'])}`);
    expect([names(first), names(second)]).toEqual([['three', 'two'], ['one']]);
    expect(getFault(await list('cursor=WyJ4Il0'))).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('are listed oldest first if requested', async () => {
    const newest = names(await list('limit=200'));
    const first = await list('limit=2&sort=created_at');
    const cursor = String(first.body['next_cursor']);
    const rest = await list(`limit=200&sort=created_at&cursor=${cursor}`);
    expect([...names(first), ...names(rest)]).toEqual(newest.toReversed());
    expect(getFault(await list(`cursor=${cursor}`))).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('leave audit entries without their keys', async () => {
    const { body } = await create({ name: 'traced', scopes: ['usage:read'] });
    await revoke(body['id']);
    const entries = await gateway.database.query(
      'SELECT action, changes FROM audit_entries WHERE subject_id = $1 ORDER BY seq',
      [body['id']],
    );
    expect(entries).toMatchObject([
      { action: 'admin-token.create', changes: { scopes: { from: null, to: ['usage:read'] } } },
      { action: 'admin-token.revoke' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(String(body['key']));
  });
}

function names({ body }: AdminAnswer): string[] {
  return (body['data'] as { name: string }[]).map(({ name }) => name);
}

function bearer({ body }: AdminAnswer): Record<string, string> {
  return { authorization: `Bearer ${String(body['key'])}` };
}
