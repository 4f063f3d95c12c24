import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { PASSWORD, type People, type Person } from '../people.js';

const NEW_PASSWORD = 'a much better password';

export function describeUsers(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const list = (query: string) => ask(gateway.origin, `GET /api/users?${query}`, { headers: admin.headers });
  const create = (body: object, { headers } = admin) =>
    ask(gateway.origin, 'POST /api/users', { headers, body });
  const change = (id: string, body: object, { headers } = admin) =>
    ask(gateway.origin, `PATCH /api/users/${id}`, { headers, body });
  const reset = (id: string, { headers } = admin) =>
    ask(gateway.origin, `POST /api/users/${id}/reset-password`, { headers });
  const signIn = (email: unknown, password: unknown) =>
    ask(gateway.origin, 'POST /api/session', { body: { email, password } });
  const whoAmI = (headers: Record<string, string>) => ask(gateway.origin, 'GET /api/session', { headers });
  const entriesAbout = (id: string) =>
    gateway.database.query(
      `SELECT action, actor ->> 'name' AS actor, changes FROM audit_entries WHERE subject_id = $1 ORDER BY seq`,
      [id],
    );

  it('are created with a password that is shown once and has to be changed', async () => {
    const created = await create({ email: 'Ann@Example.com', role: 'member' });
    expect(created.status).toBe(201);
    const { password, id, ...user } = created.body;
    expect(user).toMatchObject({
      email: 'ann@example.com',
      role: 'member',
      disabled: false,
      must_change_password: true,
      last_sign_in_at: null,
    });
    expect(password).toMatch(/^\w{5}(-\w{5}){3}$/);
    const shown = await ask(gateway.origin, `GET /api/users/${String(id)}`, { headers: admin.headers });
    expect(shown.body).toEqual({ id, ...user });
    const session = { cookie: getCookie(await signIn('ann@example.com', password)), origin: gateway.origin };
    expect(getFault(await ask(gateway.origin, 'GET /api/tokens', { headers: session }))).toEqual([
      403,
      'password_change_required',
      null,
    ]);
    const chosen = await ask(gateway.origin, 'POST /api/session/password', {
      headers: session,
      body: { current: password, new: NEW_PASSWORD },
    });
    const tokens = await ask(gateway.origin, 'GET /api/tokens', { headers: { cookie: getCookie(chosen) } });
    expect([chosen.status, tokens.status]).toEqual([200, 200]);
    expect((await signIn('ann@example.com', password)).status).toBe(401);
  });

  it('can be created with a given password, which is never shown', async () => {
    const created = await create({ email: 'bob@example.com', role: 'admin', password: NEW_PASSWORD });
    expect(created.body).not.toHaveProperty('password');
    expect((await signIn('bob@example.com', NEW_PASSWORD)).body).toMatchObject({
      role: 'admin',
      must_change_password: false,
    });
    const entries = await entriesAbout(String(created.body['id']));
    expect(entries).toMatchObject([
      { action: 'user.create', actor: admin.email },
      { action: 'session.start' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(NEW_PASSWORD);
  });

  it.each([
    [{ role: 'member' }, 400, 'email'],
    [{ email: 'nobody', role: 'member' }, 400, 'email'],
    [{ email: `${'x'.repeat(250)}@x.org`, role: 'member' }, 400, 'email'],
    [{ email: 'cat@example.com' }, 400, 'role'],
    [{ email: 'cat@example.com', role: 'owner' }, 400, 'role'],
    [{ email: 'cat@example.com', role: 'member', password: 'short' }, 400, 'password'],
    [{ email: 'cat@example.com', role: 'member', disabled: true }, 400, 'disabled'],
    [{ email: 'ADMIN@localhost', role: 'member' }, 409, 'email'],
  ])('are not created from %j', async (body, status, param) => {
    const answer = await create(body);
    expect([answer.status, getFault(answer)[2]]).toEqual([status, param]);
  });

  it('are listed page by page, by a part of their e-mail address', async () => {
    for (const name of ['c', 'a', 'e', 'b', 'd']) {
      await create({ email: `${name}@listed.example`, role: 'member', password: NEW_PASSWORD });
    }
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: AdminAnswer = await list(`email=LISTED.&limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push((body['data'] as { email: string }[]).map(({ email }) => email.slice(0, 1)));
      cursor = body['next_cursor'] as string | null;
    }
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(getFault(await list('cursor=eA'))).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('are listed by a part of their e-mail address in which no character is special', async () => {
    for (const email of ['ann@special.example', 'a_n@special.example']) {
      await create({ email, role: 'member', password: NEW_PASSWORD });
    }
    expect(getEmails(await list('email=A_N%40special'))).toEqual(['a_n@special.example']);
    expect(getEmails(await list('email=%25'))).toEqual([]);
  });

  it('are listed in the requested order', async () => {
    for (const name of ['b', 'c', 'a']) {
      await create({ email: `${name}@sorted.example`, role: 'member', password: NEW_PASSWORD });
    }
    await signIn('c@sorted.example', NEW_PASSWORD);
    await signIn('a@sorted.example', NEW_PASSWORD);
    const orderBy = async (sort: string) => {
      const first = await list(`email=@sorted.&limit=2&sort=${sort}`);
      const rest = await list(`email=@sorted.&sort=${sort}&cursor=${String(first.body['next_cursor'])}`);
      return [first, rest].flatMap(getEmails).map((email) => email.slice(0, 1));
    };
    expect(await orderBy('-email')).toEqual(['c', 'b', 'a']);
    expect(await orderBy('created_at')).toEqual(['b', 'c', 'a']);
    expect(await orderBy('-created_at')).toEqual(['a', 'c', 'b']);
    expect(await orderBy('last_sign_in_at')).toEqual(['b', 'c', 'a']);
    expect(await orderBy('-last_sign_in_at')).toEqual(['a', 'c', 'b']);
    expect(getFault(await list('sort=password_hash'))).toEqual([400, 'invalid_value', 'sort']);
  });

  it('are listed by role', async () => {
    await create({ email: 'boss@kinds.example', role: 'admin', password: NEW_PASSWORD });
    await create({ email: 'hand@kinds.example', role: 'member', password: NEW_PASSWORD });
    const gone = await create({ email: 'gone@kinds.example', role: 'member', password: NEW_PASSWORD });
    await change(String(gone.body['id']), { disabled: true });
    expect(getEmails(await list('email=@kinds.&role=admin'))).toEqual(['boss@kinds.example']);
    expect(getEmails(await list('email=@kinds.&role=member'))).toEqual([
      'gone@kinds.example',
      'hand@kinds.example',
    ]);
    expect(getEmails(await list('email=@kinds.&disabled=true'))).toEqual(['gone@kinds.example']);
    expect(getEmails(await list('email=@kinds.&role=member&disabled=false'))).toEqual(['hand@kinds.example']);
  });

  it('are signed out at once when they are disabled, and cannot sign in', async () => {
    const person = await people.signedIn('member');
    const elsewhere = await people.getSession(person.id);
    const disabled = await change(person.id, { disabled: true });
    expect([disabled.status, disabled.body]).toEqual([200, expect.objectContaining({ disabled: true })]);
    const sessions = await Promise.all([person.headers, elsewhere].map(whoAmI));
    for (const session of sessions) expect(getFault(session)).toEqual([401, 'session_over', null]);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    await change(person.id, { disabled: false });
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
    expect((await entriesAbout(person.id)).map(({ action }) => action)).toEqual([
      'user.change',
      'user.change',
      'session.start',
    ]);
  });

  it('have to sign in again after a change of their role', async () => {
    const person = await people.signedIn('member');
    expect((await change(person.id, { role: 'admin' })).body['role']).toBe('admin');
    expect((await whoAmI(person.headers)).status).toBe(401);
    expect(await entriesAbout(person.id)).toMatchObject([
      { action: 'user.change', changes: { role: { from: 'member', to: 'admin' } } },
    ]);
  });

  it('cannot disable, demote or reset themselves', async () => {
    for (const body of [{ disabled: true }, { role: 'member' }]) {
      expect(getFault(await change(admin.id, body))).toEqual([409, 'own_account', null]);
    }
    expect(getFault(await reset(admin.id))).toEqual([409, 'own_account', null]);
    expect((await change(admin.id, { role: 'admin', disabled: false })).status).toBe(200);
    expect((await whoAmI(admin.headers)).status).toBe(200);
  });

  it('get another password that can be used once', async () => {
    const person = await people.signedIn('member');
    const { status, body } = await reset(person.id);
    expect([status, body]).toEqual([200, expect.objectContaining({ must_change_password: true })]);
    expect((await whoAmI(person.headers)).status).toBe(401);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, body['password'])).body['must_change_password']).toBe(true);
    expect(await entriesAbout(person.id)).toMatchObject([
      { action: 'user.reset-password', changes: { password: 'changed' } },
      { action: 'session.start' },
    ]);
  });

  it('are not found by another id', async () => {
    const unknownId = '00000000-0000-4000-8000-000000000000';
    const answers = [await change(unknownId, { disabled: true }), await reset(unknownId)];
    for (const answer of answers) expect(getFault(answer)).toEqual([404, 'not_found', 'id']);
  });

  it('that are admins cannot be changed by scripts without all scopes', async () => {
    const script = { ...admin, headers: await people.script(['users:read', 'users:write']) };
    const [other, member] = [await people.signedIn('admin'), await people.signedIn('member')];
    const refused = [
      await create({ email: 'eve@example.com', role: 'admin' }, script),
      await change(member.id, { role: 'admin' }, script),
      await change(other.id, { disabled: true }, script),
      await reset(other.id, script),
    ];
    const fields = ['role', 'role', null, null];
    expect(refused.map(getFault)).toEqual(fields.map((field) => [403, 'missing_scope', field]));
    expect((await whoAmI(other.headers)).status).toBe(200);
    expect((await change(member.id, { disabled: true }, script)).status).toBe(200);
    const allowed = { ...admin, headers: await people.script(['*']) };
    expect((await change(other.id, { disabled: true }, allowed)).status).toBe(200);
  });

  it('have a password that only a script with all scopes can set', async () => {
    const script = { ...admin, headers: await people.script(['users:read', 'users:write']) };
    const member = await people.signedIn('member');
    expect(getFault(await reset(member.id, script))).toEqual([403, 'missing_scope', 'password']);
    expect((await whoAmI(member.headers)).status).toBe(200);
  });

  it('are created for an address with tokens, limits or a history only by scripts with all scopes', async () => {
    const script = { ...admin, headers: await people.script(['users:write']) };
    const token = { name: 'of the team', owner: 'Team@owners.example' };
    await ask(gateway.origin, 'POST /api/tokens', { headers: admin.headers, body: token });
    await ask(gateway.origin, 'PATCH /api/owners/limited%40owners.example', {
      headers: admin.headers,
      body: { rpm: 5 },
    });
    await gateway.database.query(`WITH named AS (
        INSERT INTO usage_names (name) VALUES ('former@owners.example') RETURNING id
      )
      INSERT INTO usage_events (started_at, id, token, owner, model, operation, format, channel_id, channel,
        upstream_model, duration_ms, is_streamed, is_estimated, is_cache_hit, outcome)
      SELECT now(), gen_random_uuid(), id, id, id, id, id, id, id, id, 1, false, false, false, 'ok' FROM named`);
    for (const email of ['team@owners.example', 'LIMITED@owners.example', 'former@owners.example']) {
      const body = { email, role: 'member', password: NEW_PASSWORD };
      expect(getFault(await create(body, script))).toEqual([403, 'missing_scope', 'email']);
      expect((await create(body)).status).toBe(201);
    }
    const fresh = { email: 'fresh@owners.example', role: 'member' };
    expect((await create(fresh, script)).status).toBe(201);
  });

  it('can only read their session, change their password or sign out while it was chosen by another user', async () => {
    const { headers } = await people.signedIn('admin', { mustChangePassword: true });
    const routes = [
      'GET /api/search?q=a',
      'DELETE /api/sessions',
      'GET /api/session/limits',
      'GET /api/users',
    ];
    for (const route of routes) {
      const answer = await ask(gateway.origin, route as 'GET /', { headers });
      expect([route, ...getFault(answer)]).toEqual([route, 403, 'password_change_required', null]);
    }
    expect((await whoAmI(headers)).body).toMatchObject({ must_change_password: true });
    expect((await ask(gateway.origin, 'DELETE /api/session', { headers })).status).toBe(204);
  });

  it('always include an admin', async () => {
    const script = { ...admin, headers: await people.script(['*']) };
    const rows = await gateway.database.query(
      `SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL`,
    );
    const outcomes = await Promise.all(
      rows.map(({ id }, index) =>
        change(String(id), index % 2 === 0 ? { role: 'member' } : { disabled: true }, script),
      ),
    );
    const refused = outcomes.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([409]);
  });
}

function getEmails({ body }: AdminAnswer): string[] {
  return (body['data'] as { email: string }[]).map(({ email }) => email);
}

function getCookie({ headers }: AdminAnswer): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
