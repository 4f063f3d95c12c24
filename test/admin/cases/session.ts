import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { PASSWORD, type People, type Person } from '../people.js';

/** On an encrypted connection. */
export const SECURE_COOKIE =
  /^__Host-mg_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=[^;]+ GMT; Secure$/;

export function describeSessions(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;

  beforeAll(() => {
    ({ gateway, people } = getStage());
  });

  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    ask(gateway.origin, 'POST /api/session', { body: { email, password }, headers });
  const whoAmI = (headers: Record<string, string>) => ask(gateway.origin, 'GET /api/session', { headers });
  const listTokens = (headers: Record<string, string>) => ask(gateway.origin, 'GET /api/tokens', { headers });
  const change = ({ headers }: Person, current: string, wanted: string): Promise<AdminAnswer> =>
    ask(gateway.origin, 'POST /api/session/password', { headers, body: { current, new: wanted } });

  it('begins with the right password, in a cookie that scripts of a page cannot read', async () => {
    const { email, id } = await people.signedIn('member');
    const answer = await signIn(email.toUpperCase(), PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      kind: 'user',
      id,
      name: email,
      role: 'member',
      scopes: null,
      must_change_password: false,
    });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^mg_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Expires=\w{3}, [^;]+ GMT$/,
    );
    expect((await whoAmI({ cookie: getCookie(answer) })).body).toEqual(answer.body);
  });

  it('is only for encrypted connections if the browser has one', async () => {
    const { email } = await people.signedIn('member');
    const forwarded = await signIn(email, PASSWORD, { 'x-forwarded-proto': 'https' });
    expect(forwarded.headers.get('set-cookie')).toMatch(SECURE_COOKIE);
  });

  it('has a separate name over https, and only that name is accepted there', async () => {
    const { email } = await people.signedIn('member');
    const byHttps = { 'x-forwarded-proto': 'https' };
    const cookie = getCookie(await signIn(email, PASSWORD, byHttps));
    const plain = cookie.replace('__Host-', '');
    expect((await whoAmI({ cookie, ...byHttps })).status).toBe(200);
    expect((await whoAmI({ cookie: `mg_session=planted; ${cookie}`, ...byHttps })).status).toBe(200);
    expect(getFault(await whoAmI({ cookie: plain, ...byHttps }))).toEqual([401, 'not_signed_in', null]);
    expect((await whoAmI({ cookie: plain })).status).toBe(200);
    expect(getFault(await whoAmI({ cookie }))).toEqual([401, 'not_signed_in', null]);

    const origin = gateway.origin.replace('http:', 'https:');
    const signedOut = await ask(gateway.origin, 'DELETE /api/session', {
      headers: { cookie, origin, ...byHttps },
    });
    expect(signedOut.status).toBe(204);
    expect(signedOut.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-mg_session=; Path=\/; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure$/),
      expect.stringMatching(/^mg_session=; Path=\/; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT$/),
    ]);
    expect((await whoAmI({ cookie, ...byHttps })).status).toBe(401);
  });

  it('is always a new one, and ends the one that the browser had', async () => {
    const person = await people.signedIn('member');
    const brought = { cookie: 'mg_session=chosen-by-somebody-else', origin: gateway.origin };
    const first = await signIn(person.email, PASSWORD, brought);
    expect(getCookie(first)).not.toBe(brought.cookie);
    expect((await whoAmI(brought)).status).toBe(401);
    const second = await signIn(person.email, PASSWORD, { cookie: getCookie(first), origin: gateway.origin });
    expect((await whoAmI({ cookie: getCookie(first) })).status).toBe(401);
    expect((await whoAmI({ cookie: getCookie(second) })).status).toBe(200);
  });

  it('is rejected in the same way whatever is wrong', async () => {
    const { email } = await people.signedIn('member');
    const wrong = await signIn(email, 'not the password');
    const unknownUser = await signIn('nobody@example.com', PASSWORD);
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknownUser.body);
    expect(wrong.headers.has('set-cookie')).toBe(false);
  });

  it('rejects a body with the names of missing fields', async () => {
    const answer = await ask(gateway.origin, 'POST /api/session', { body: { email: 'a@b' } });
    expect(getFault(answer)).toEqual([400, 'missing_required_parameter', 'password']);
  });

  it('ends when its user signs out, and the cookie is removed', async () => {
    const { headers } = await people.signedIn('member');
    const answer = await ask(gateway.origin, 'DELETE /api/session', { headers });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^mg_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(getFault(await whoAmI(headers))).toEqual([401, 'session_over', null]);
  });

  it('ends everywhere at once, but only for that user', async () => {
    const [one, other] = [await people.signedIn('member'), await people.signedIn('member')];
    const elsewhere = await people.getSession(one.id);
    expect((await ask(gateway.origin, 'DELETE /api/sessions', { headers: one.headers })).status).toBe(204);
    const statuses = await Promise.all([one.headers, elsewhere, other.headers].map(whoAmI));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  describe('of a user who changes their password', () => {
    it('is replaced, and all others end', async () => {
      const person = await people.signedIn('member');
      const elsewhere = await people.getSession(person.id);
      const answer = await change(person, PASSWORD, 'a much better password');
      expect(answer.status).toBe(200);
      const statuses = await Promise.all(
        [person.headers, elsewhere, { cookie: getCookie(answer) }].map(whoAmI),
      );
      expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
      expect((await signIn(person.email, PASSWORD)).status).toBe(401);
      expect((await signIn(person.email, 'a much better password')).status).toBe(200);
    });

    it('is kept if the current password is wrong or the new one too short', async () => {
      const person = await people.signedIn('member');
      expect((await change(person, 'wrong', 'a much better password')).status).toBe(401);
      expect(getFault(await change(person, PASSWORD, 'short'))).toEqual([400, 'invalid_value', 'new']);
      expect((await whoAmI(person.headers)).status).toBe(200);
    });

    it('allows nothing else if the change is required', async () => {
      const person = await people.signedIn('admin', { mustChangePassword: true });
      expect((await whoAmI(person.headers)).body['must_change_password']).toBe(true);
      expect(getFault(await listTokens(person.headers))).toEqual([403, 'password_change_required', null]);
      const answer = await change(person, PASSWORD, 'a much better password');
      expect((await listTokens({ cookie: getCookie(answer) })).status).toBe(200);
    });
  });

  it('is recorded in the audit log step by step', async () => {
    const person = await people.signedIn('member');
    const headers = { cookie: getCookie(await signIn(person.email, PASSWORD)), origin: gateway.origin };
    await ask(gateway.origin, 'DELETE /api/session', { headers });
    const entries = await gateway.database.query(
      `SELECT action, actor ->> 'name' AS name, address FROM audit_entries WHERE actor ->> 'id' = $1 ORDER BY seq`,
      [person.id],
    );
    const trace = { name: person.email, address: '127.0.0.1' };
    expect(entries).toEqual([
      { action: 'session.start', ...trace },
      { action: 'session.end', ...trace },
    ]);
  });
}

function getCookie({ headers }: AdminAnswer): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}
