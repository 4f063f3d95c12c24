import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

type OwnerBody = { name: string; user: { id: string } | null; tokens: number; active_tokens: number };

export function describeOwners(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const as = ({ headers }: Person, route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });
  const list = async (query: string): Promise<OwnerBody[]> =>
    (await as(admin, `GET /api/owners?${query}`)).body['data'] as OwnerBody[];

  it('are found by a part of the name, with their tokens, page by page', async () => {
    const prefix = `crew ${crypto.randomUUID()}`;
    for (const owner of ['b', 'a', 'b']) {
      await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), owner: `${prefix} ${owner}` });
    }
    const { body } = await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), owner: `${prefix} b` });
    await as(admin, `DELETE /api/tokens/${String(body['id'])}`);
    const search = encodeURIComponent(prefix.toUpperCase());
    const first = await as(admin, `GET /api/owners?search=${search}&limit=1`);
    const rest = await list(`search=${search}&limit=1&cursor=${String(first.body['next_cursor'])}`);
    expect([...(first.body['data'] as OwnerBody[]), ...rest]).toMatchObject([
      { name: `${prefix} a`, user: null, tokens: 1, active_tokens: 1, limits: null },
      { name: `${prefix} b`, user: null, tokens: 3, active_tokens: 2 },
    ]);
    const one = await as(admin, `GET /api/owners/${encodeURIComponent(`${prefix} a`)}`);
    expect([one.status, one.body['name']]).toEqual([200, `${prefix} a`]);
    expect((await as(admin, 'GET /api/owners/nobody%20at%20all')).status).toBe(404);
  });

  it('include users, with or without tokens', async () => {
    const member = await people.signedIn('member');
    expect(await list(`search=${member.email}`)).toMatchObject([
      { name: member.email, user: { id: member.id, role: 'member', disabled: false }, tokens: 0 },
    ]);
  });

  it('are limited in what all of their tokens may use together', async () => {
    const name = `crew ${crypto.randomUUID()}`;
    const path = `/api/owners/${encodeURIComponent(name)}` as const;
    const budget = { usd: 20, period: 'monthly' };
    expect((await as(admin, `PATCH ${path}`, { rpm: 60, budget })).body).toMatchObject({
      name,
      tokens: 0,
      limits: { rpm: 60, tpm: null, budget },
    });
    const { body: token } = await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), owner: name });
    expect(token).toMatchObject({ owner_limits: { rpm: 60, budget } });
    expect((await as(admin, `PATCH ${path}`, { rpm: null, tpm: 1000 })).body).toMatchObject({
      limits: { rpm: null, tpm: 1000, budget },
    });
    expect((await as(admin, `PATCH ${path}`, { tpm: null, budget: null })).body).toMatchObject({
      tokens: 1,
      limits: null,
    });
    expect(getFault(await as(admin, `PATCH ${path}`, { rpm: 0 }))).toEqual([400, 'invalid_value', 'rpm']);
  });

  describe('owners that are users', () => {
    it('have sessions that are listed, and ended everywhere, without anything secret', async () => {
      const member = await people.signedIn('member');
      await people.getSession(member.id);
      const path = `/api/users/${member.id}/sessions` as const;
      const { body } = await as(admin, `GET ${path}`);
      expect(body['data']).toHaveLength(2);
      expect((body['data'] as object[])[0]).toEqual({
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        expires_at: expect.any(String),
        address: '127.0.0.1',
        user_agent: '',
      });
      expect((await as(admin, `DELETE ${path}`)).status).toBe(204);
      expect((await as(member, 'GET /api/session')).status).toBe(401);
      expect((await as(admin, `GET ${path}`)).body['data']).toEqual([]);
      const [entry] = await gateway.database.query(
        `SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY seq DESC LIMIT 1`,
        [member.id],
      );
      expect(entry).toEqual({ action: 'user.end-sessions' });
    });

    it('are limited by a script only with the scopes for users, whose limits these replace', async () => {
      const member = await people.signedIn('member');
      const path = `/api/owners/${encodeURIComponent(member.email.toUpperCase())}` as const;
      const limit = (headers: Record<string, string>) =>
        ask(gateway.origin, `PATCH ${path}`, { headers, body: { rpm: 1_000_000 } });
      expect(getFault(await limit(await people.script(['tokens:write'])))).toEqual([
        403,
        'missing_scope',
        'name',
      ]);
      expect((await limit(await people.script(['tokens:write', 'users:write']))).status).toBe(200);
    });

    it('and admins are signed out by no script with less than all scopes', async () => {
      const headers = await people.script(['users:write']);
      const answer = await ask(gateway.origin, `DELETE /api/users/${admin.id}/sessions`, { headers });
      expect(getFault(answer)).toEqual([403, 'missing_scope', null]);
    });
  });
}
