import { beforeAll, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

const HOUR_MS = 3_600_000;

export function describePlaygroundTokens(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;

  beforeAll(() => {
    ({ gateway, people } = getStage());
  });

  const issue = ({ headers }: Pick<Person, 'headers'>): Promise<AdminAnswer> =>
    ask(gateway.origin, 'POST /api/playground/token', { headers });
  const getKey = async (person: Pick<Person, 'headers'>): Promise<string> =>
    String((await issue(person)).body['key']);
  const chat = (key: string): Promise<AdminAnswer> =>
    ask(gateway.origin, 'POST /v1/chat/completions', {
      headers: { authorization: `Bearer ${key}` },
      body: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] },
    });

  const makeClientSecret = async (key: string): Promise<string> => {
    const { body } = await ask(gateway.origin, 'POST /v1/realtime/client_secrets', {
      headers: { authorization: `Bearer ${key}` },
      body: { session: { type: 'realtime', model: 'sandbox-realtime' } },
    });
    return String(body['value']);
  };
  const connect = (secret: string): Promise<'open' | 'refused'> =>
    new Promise((resolve) => {
      const address = `${gateway.baseUrl.replace('http', 'ws')}/realtime?model=sandbox-realtime`;
      const socket = new WebSocket(address, ['realtime', `openai-insecure-api-key.${secret}`]);
      socket.addEventListener('open', () => resolve('open'));
      socket.addEventListener('error', () => resolve('refused'));
      socket.addEventListener('open', () => socket.close());
    });

  it('works at once, for an hour, and is the same on every page of a session', async () => {
    const member = await people.signedIn('member');
    const { status, body } = await issue(member);
    expect(status).toBe(200);
    expect(body).toEqual({
      key: expect.stringMatching(/^sk-mg-[\w-]{43}$/),
      expires_at: expect.any(String),
      owner: member.email,
    });
    const lifetimeMs = Date.parse(String(body['expires_at'])) - Date.now();
    expect(Math.abs(lifetimeMs - HOUR_MS)).toBeLessThan(60_000);
    expect((await chat(String(body['key']))).status).toBe(200);
    expect(await getKey(member)).toBe(body['key']);
  });

  it('is counted for the user, whose limits apply', async () => {
    const [admin, member] = await Promise.all([people.signedIn('admin'), people.signedIn('member')]);
    await ask(gateway.origin, `PATCH /api/users/${member.id}`, {
      headers: admin.headers,
      body: { limits: { rpm: 1 } },
    });
    const key = await getKey(member);
    const answers = [await chat(key), await chat(key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    const requestId = String(answers[0]?.headers.get('x-request-id'));
    await eventually(async () => {
      const { body } = await ask(gateway.origin, `GET /api/requests/${requestId}`, {
        headers: member.headers,
      });
      return body['owner'] === member.email && body['token_name'] === `Playground of ${member.email}`;
    });
  });

  it('is in no list, cannot be changed, and has no admin rights', async () => {
    const admin = await people.signedIn('admin');
    const key = await getKey(admin);
    const requestId = String((await chat(key)).headers.get('x-request-id'));
    let tokenId = '';
    await eventually(async () => {
      const { body } = await ask(gateway.origin, `GET /api/requests/${requestId}`, {
        headers: admin.headers,
      });
      tokenId = typeof body['token_id'] === 'string' ? body['token_id'] : '';
      return tokenId !== '';
    });
    const { headers } = admin;
    const { body } = await ask(gateway.origin, `GET /api/tokens?owner=${admin.email}`, { headers });
    expect(body['data']).toEqual([]);
    const shown = await ask(gateway.origin, `GET /api/tokens/${tokenId}`, { headers });
    expect(shown.body).toMatchObject({ origin: 'playground', read_only: true });
    const change = { headers, body: { rpm: 5 } };
    expect(getFault(await ask(gateway.origin, `PATCH /api/tokens/${tokenId}`, change))).toEqual([
      409,
      'read_only',
      null,
    ]);
    const bearer = { authorization: `Bearer ${key}` };
    expect((await ask(gateway.origin, 'GET /api/tokens', { headers: bearer })).status).toBe(401);
  });

  it('ends with its session, and not with another one of the same user', async () => {
    const member = await people.signedIn('member');
    const elsewhere = { headers: await people.getSession(member.id) };
    const keys = [await getKey(member), await getKey(elsewhere)];
    expect(new Set(keys).size).toBe(2);
    const secrets = await Promise.all(keys.map(makeClientSecret));
    expect(await Promise.all(secrets.map(connect))).toEqual(['open', 'open']);
    await ask(gateway.origin, 'DELETE /api/session', { headers: member.headers });
    await eventually(async () => (await chat(keys[0] ?? '')).status === 401);
    expect((await chat(keys[1] ?? '')).status).toBe(200);
    expect(await Promise.all(secrets.map(connect))).toEqual(['refused', 'open']);
    expect(getFault(await issue(member))).toEqual([401, 'session_over', null]);
  });

  it('is not returned to a page of another site, nor before a password was chosen', async () => {
    const member = await people.signedIn('member');
    const foreign = { headers: { ...member.headers, origin: 'https://elsewhere.example' } };
    expect(getFault(await issue(foreign))).toEqual([403, 'foreign_origin', null]);
    const guest = await people.signedIn('member', { mustChangePassword: true });
    expect(getFault(await issue(guest))).toEqual([403, 'password_change_required', null]);
  });
}
