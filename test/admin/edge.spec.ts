import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { SECURE_COOKIE } from './cases/session.js';
import { People, type Person } from './people.js';

const PUBLIC_URL = 'https://gate.example';
const MIB = 2 ** 20;

describe('requests to the admin API', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let count = 0;

  beforeAll(async () => {
    gateway = await startTestGateway({ environment: { PUBLIC_URL } });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const create = (headers: Record<string, string>, more: object = {}): Promise<AdminAnswer> =>
    ask(gateway.origin, 'POST /api/tokens', { headers, body: { name: `token ${(count += 1)}`, ...more } });
  const byCookie = (headers: Record<string, string>): Promise<AdminAnswer> =>
    create({ cookie: admin.headers['cookie'] ?? '', ...headers });

  const send = async (body: string, headers: Record<string, string>): Promise<unknown[]> => {
    const response = await fetch(`${gateway.origin}/api/tokens`, {
      method: 'POST',
      headers: { ...admin.headers, ...headers },
      body: Buffer.from(body),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, error?.code];
  };

  describe('in the log', () => {
    it('have the name of their caller, whether they are allowed or not', async () => {
      const made = await create(admin.headers);
      const line = await gateway.getLog(made.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({
        path: '/api/tokens',
        actor: { kind: 'user', id: admin.id, name: admin.email },
      });
      const refused = await create(await people.script(['tokens:read']));
      expect(refused.status).toBe(403);
      const refusal = await gateway.getLog(refused.headers.get('x-request-id') ?? '');
      expect(refusal).toMatchObject({
        actor: { kind: 'admin-token', name: expect.stringMatching(/^script /) },
      });
    });
  });

  describe('from browsers', () => {
    it('may change something from pages of the gateway', async () => {
      expect((await byCookie({ origin: gateway.origin })).status).toBe(201);
      expect((await byCookie({ origin: PUBLIC_URL })).status).toBe(201);
      expect((await byCookie({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    });

    it.each([
      ['of another site', { origin: 'https://evil.example' }],
      ['of another port', { origin: 'http://127.0.0.1:1' }],
      ['of the same name without encryption', { origin: 'http://gate.example' }],
      ['of a name with the same beginning', { origin: 'https://gate.example.evil.example' }],
      ['without an origin', {}],
      ['of a sandboxed frame', { origin: 'null' }],
      ['that a browser marks as cross-site', { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' }],
    ])('may not change anything from pages %s', async (_page, headers) => {
      expect(getFault(await byCookie(headers as Record<string, string>))).toEqual([
        403,
        'foreign_origin',
        null,
      ]);
    });

    it('cannot sign in from a page of another origin', async () => {
      const answer = await ask(gateway.origin, 'POST /api/session', {
        headers: { origin: 'https://evil.example' },
        body: { email: 'admin@localhost', password: 'not-a-real-password' },
      });
      expect(getFault(answer)).toEqual([403, 'foreign_origin', null]);
    });

    it('get no preflight response and no CORS header', async () => {
      const preflight = await ask(gateway.origin, 'OPTIONS /api/tokens', {
        headers: { origin: PUBLIC_URL, 'access-control-request-method': 'POST' },
      });
      const { status, headers } = await byCookie({ origin: PUBLIC_URL });
      expect([preflight.status, status]).toEqual([405, 201]);
      for (const seen of [preflight.headers, headers]) {
        expect(seen.has('access-control-allow-origin')).toBe(false);
      }
    });

    it('are not cacheable, not even errors', async () => {
      const answers = [
        await ask(gateway.origin, 'GET /api/tokens'),
        await ask(gateway.origin, 'GET /api/tokens', { headers: admin.headers }),
        await create(admin.headers, { unknown: 1 }),
      ];
      expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(3).fill('no-store'));
    });
  });

  describe('from scripts', () => {
    it('need no origin if the credential is in a header', async () => {
      const script = await people.script(['tokens:write']);
      expect((await create({ ...script, origin: 'https://anywhere.example' })).status).toBe(201);
    });

    it('use the credential in the header, not the cookie', async () => {
      const { cookie = '' } = admin.headers;
      const answer = await ask(gateway.origin, 'GET /api/session', {
        headers: { cookie, authorization: `Bearer ${TEST_TOKEN}` },
      });
      expect(getFault(answer)).toEqual([401, 'invalid_admin_token', null]);
    });

    it.each(['mgat_unknown', 'Basic YTpi', 'Bearer', ''])('are rejected with %j', async (authorization) => {
      const answer = await ask(gateway.origin, 'GET /api/session', { headers: { authorization } });
      expect(answer.status).toBe(401);
    });

    it('pass the same guard with every spelling of the path', async () => {
      for (const path of ['/api/tokens/', '//api/tokens', '/%61pi/tokens', '/api//tokens', '/API/tokens']) {
        const { status } = await ask(gateway.origin, `GET ${path as `/${string}`}`);
        expect([path, [401, 404].includes(status)]).toEqual([path, true]);
      }
      expect((await fetch(`${gateway.origin}/api/tokens`, { method: 'HEAD' })).status).toBe(401);
    });
  });

  describe('bodies', () => {
    const json = { 'content-type': 'application/json' };

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'are rejected as %s',
      async (type) => {
        expect(await send('{"name":"x"}', { 'content-type': type })).toEqual([415, 'unsupported_media_type']);
      },
    );

    it('are rejected without a content type', async () => {
      expect(await send('{"name":"x"}', {})).toEqual([415, 'unsupported_media_type']);
    });

    it.each(['{', '', 'nothing', '"\u0000"'])('are rejected if they contain %j', async (text) => {
      expect((await send(text, json))[0]).toBe(400);
    });

    it('may have at most 1 MiB', async () => {
      expect(await send(`{"name":"${'x'.repeat(MIB)}"}`, json)).toEqual([413, 'request_too_large']);
      expect((await send(`{"name":"x"${' '.repeat(MIB - 20)}}`, json))[0]).toBe(201);
    });
  });

  describe('paths and queries', () => {
    it.each(['x', '0', '%00', "'", '00000000-0000-4000-8000-000000000000', 'x'.repeat(2000)])(
      'are not found with the token id %j',
      async (id) => {
        const answer = await ask(gateway.origin, `GET /api/tokens/${id}`, { headers: admin.headers });
        expect(getFault(answer)).toEqual([404, 'not_found', 'id']);
      },
    );

    it.each([
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['cursor=x', 'cursor'],
      ['cursor=%F0%9F%98%80', 'cursor'],
      ['sort=key_hash', 'sort'],
      ['page=2', 'page'],
      ['search=', 'search'],
      ['search=%00', 'search'],
    ])('are rejected with ?%s', async (query, param) => {
      const answer = await ask(gateway.origin, `GET /api/tokens?${query}`, { headers: admin.headers });
      expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
    });

    it('start a session for encrypted connections if the public address is one', async () => {
      const { status, headers } = await ask(gateway.origin, 'POST /api/session', {
        body: { email: 'admin@localhost', password: 'not-a-real-password' },
      });
      expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringMatching(SECURE_COOKIE)]);
    });

    it('return the allowed methods of a path', async () => {
      const answer = await ask(gateway.origin, 'PUT /api/tokens', { headers: admin.headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    });
  });
});
