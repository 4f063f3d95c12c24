import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, startTestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, type AskOptions, ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

type TokenBody = Record<string, unknown>;

const BOUNDS = {
  models: ['sandbox-*', 'gpt-5'],
  rpm: 60,
  tpm: 100_000,
  concurrency: 4,
  requests_per_day: 1000,
  budget: { usd: 12.5, period: 'monthly' },
  expires_at: '2099-01-01T00:00:00.000Z',
  allowed_ips: ['127.0.0.0/8', '::1/128'],
} as const;

export function describeTokenOwners(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const asAdmin = (route: Parameters<typeof ask>[1], options: AskOptions = {}): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers: admin.headers, ...options });
  const as = ({ headers }: Person, route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });
  const create = async (body: TokenBody): Promise<TokenBody> => {
    const answer = await asAdmin('POST /api/tokens', { body });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const show = async ({ id }: TokenBody): Promise<TokenBody> =>
    (await asAdmin(`GET /api/tokens/${String(id)}`)).body;
  const change = (id: unknown, body: TokenBody): Promise<AdminAnswer> =>
    asAdmin(`PATCH /api/tokens/${String(id)}`, { body });

  describe('of a member', () => {
    it('are the only ones that they see', async () => {
      const [one, other] = [await people.signedIn('member'), await people.signedIn('member')];
      const created = await as(one, 'POST /api/tokens', { name: 'mine' });
      expect(created.body['owner']).toBe(one.email);
      const names = async (person: Person) =>
        ((await as(person, 'GET /api/tokens')).body['data'] as TokenBody[]).map(({ name }) => name);
      expect([await names(one), await names(other)]).toEqual([['mine'], []]);
      const path = `/api/tokens/${String(created.body['id'])}` as const;
      const foreign = await as(other, `PATCH ${path}`, { rpm: 1 });
      const missing = await as(other, `PATCH ${path.slice(0, -12) as typeof path}000000000000`, { rpm: 1 });
      expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    });

    it('cannot be given away or taken', async () => {
      const { headers, email } = await people.signedIn('member');
      const give = (body: object) => ask(gateway.origin, 'POST /api/tokens', { headers, body });
      expect(getFault(await give({ name: 'given', owner: 'somebody' }))).toEqual([403, 'forbidden', 'owner']);
      expect(getFault(await give({ name: 'nobodys', owner: null }))).toEqual([403, 'forbidden', 'owner']);
      const { body } = await give({ name: 'kept', owner: email });
      const answer = await ask(gateway.origin, `PATCH /api/tokens/${String(body['id'])}`, {
        headers,
        body: { owner: null },
      });
      expect(getFault(answer)).toEqual([403, 'forbidden', 'owner']);
    });

    it('keep the limits of an admin, and can only be restricted further', async () => {
      const member = await people.signedIn('member');
      const { id } = await create({ name: 'bound', ...BOUNDS, owner: member.email });
      const path = `/api/tokens/${String(id)}` as const;
      const looser: object[] = [
        { rpm: null },
        { rpm: 61 },
        { tpm: null },
        { concurrency: 5 },
        { requests_per_day: null },
        { budget: null },
        { budget_usd: null },
        { budget_usd: 12.5 },
        { budget: { usd: 12.6, period: 'monthly' } },
        { budget: { usd: 1, period: 'daily' } },
        { expires_at: null },
        { expires_at: '2099-01-01T00:00:01Z' },
        { models: null },
        { models: ['sandbox-chat', 'gpt-5-mini'] },
        { models: ['*'] },
        { allowed_ips: null },
        { allowed_ips: ['0.0.0.0/0'] },
      ];
      for (const body of looser) {
        const answer = await as(member, `PATCH ${path}`, body);
        expect([body, getFault(answer).slice(0, 2)]).toEqual([body, [403, 'limit_not_yours']]);
      }
      expect(await show({ id })).toMatchObject({ ...BOUNDS, owner: member.email });
      const tighter = {
        rpm: 59,
        budget: { usd: 12, period: 'monthly' },
        models: ['sandbox-chat*'],
        allowed_ips: ['127.0.0.0/8'],
        expires_at: '2098-01-01T00:00:00.000Z',
      };
      const answer = await as(member, `PATCH ${path}`, {
        ...tighter,
        cache_ttl_seconds: 60,
        name: 'mine now',
      });
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(tighter)]);
      expect((await change(id, { rpm: null })).body['rpm']).toBeNull();
    });
  });

  describe('of a script with the scopes for tokens', () => {
    it('cannot be given to another owner', async () => {
      const headers = await people.script(['tokens:read', 'tokens:write']);
      const send = (route: Parameters<typeof ask>[1], body: object) =>
        ask(gateway.origin, route, { headers, body });
      const refused = [403, 'missing_scope', 'owner'];
      const { id } = await create({ name: 'of a team', owner: 'team-a' });
      const path = `/api/tokens/${String(id)}` as const;
      for (const owner of ['team-a', admin.email, `token:${String(id)}`]) {
        expect(getFault(await send('POST /api/tokens', { name: 'minted', owner }))).toEqual(refused);
      }
      const own = await send('POST /api/tokens', { name: 'standing alone', rpm: 5 });
      expect([own.status, own.body['owner']]).toEqual([201, null]);
      const ownPath = `/api/tokens/${String(own.body['id'])}` as const;
      expect(getFault(await send(`PATCH ${ownPath}`, { owner: 'team-a' }))).toEqual(refused);
      expect(getFault(await send(`PATCH ${path}`, { owner: null }))).toEqual(refused);
      const webhook = { url: 'https://elsewhere.test/hook' };
      expect(getFault(await send(`PATCH ${path}`, { webhook }))).toEqual([403, 'missing_scope', 'webhook']);
      expect((await send(`PATCH ${ownPath}`, { webhook })).status).toBe(200);
      expect((await send(`PATCH ${path}`, { owner: 'team-a', rpm: 7 })).body).toMatchObject({
        owner: 'team-a',
        rpm: 7,
      });
    });

    it('can be if the script has all scopes', async () => {
      const headers = await people.script(['*']);
      const body = { name: 'by full right', owner: 'team-b' };
      const answer = await ask(gateway.origin, 'POST /api/tokens', { headers, body });
      expect([answer.status, answer.body['owner']]).toEqual([201, 'team-b']);
    });
  });

  describe('whose owner is the e-mail address of a user', () => {
    it('belong to the user, however the address is written', async () => {
      const member = await people.signedIn('member');
      const shouted = member.email.toUpperCase();
      const { id, owner } = await create({ name: 'shouted', owner: shouted });
      expect(owner).toBe(member.email);
      expect((await as(member, `GET /api/tokens/${String(id)}`)).status).toBe(200);
      await change(id, { owner: 'somebody else' });
      expect((await change(id, { owner: shouted })).body['owner']).toBe(member.email);
      const own = await as(member, 'POST /api/tokens', { name: 'shouted by themselves', owner: shouted });
      expect([own.status, own.body['owner']]).toEqual([201, member.email]);
      expect((await create({ name: 'of another team', owner: 'Team A' }))['owner']).toBe('Team A');
    });

    it('belong to the user as soon as the account is created', async () => {
      const { id } = await create({ name: 'early', owner: 'Late@Example.com' });
      await asAdmin('POST /api/users', { body: { email: 'LATE@example.com', role: 'member' } });
      expect((await show({ id }))['owner']).toBe('late@example.com');
    });

    it('belong to the user in the config file too, at every start', async () => {
      const options = {
        tokens: [{ name: 'of the file', key: 'sk-mg-owner-0123456789abcdef', owner: 'Ann@Example.com' }],
        owners: [{ name: 'Ann@Example.com', rpm: 7 }],
        environment: {
          MODELGATE_ADMIN_EMAIL: 'ann@example.COM',
          MODELGATE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      };
      const first = await startTestGateway(options);
      const read = () =>
        first.database.query(
          `SELECT owner, (SELECT string_agg(id, ', ') FROM owners) AS owners, updated_at FROM tokens
           WHERE name = 'of the file'`,
        );
      const before = await read();
      const second = await startTestGateway({ ...options, database: first.database });
      const after = await read();
      await second.stop();
      await first.stop();
      expect(before).toMatchObject([{ owner: 'ann@example.com', owners: 'ann@example.com' }]);
      expect(after).toEqual(before);
    });
  });
}
