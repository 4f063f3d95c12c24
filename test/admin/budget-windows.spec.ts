import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsageJournal } from '#metering';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { People, type Person } from './people.js';

/** One request costs a cent. */
describe('a budget with several windows', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let member: Person;

  const as = ({ headers }: Person, route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });
  const createToken = async (settings: object): Promise<{ id: string; key: string }> => {
    const { body } = await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), ...settings });
    return { id: String(body['id']), key: String(body['key']) };
  };
  const send = async (key: string): Promise<{ status: number; message: unknown }> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'sandbox-chat',
        max_tokens: 50,
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
    const body = (await response.json()) as { error?: { message: string } };
    await gateway.get(UsageJournal).flush();
    return { status: response.status, message: body.error?.message };
  };
  const change = (id: string, budget: unknown) => as(admin, `PATCH /api/tokens/${id}`, { budget });

  beforeAll(async () => {
    gateway = await startTestGateway({
      sandbox: true,
      models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }],
    });
    people = await People.of(gateway);
    [admin, member] = [await people.signedIn('admin'), await people.signedIn('member')];
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it('rejects a request by the window that is used up, which the message names with its renewal', async () => {
    const budget = [
      { usd: 0.05, period: 'weekly' },
      { requests: 2, period: '5h' },
      { tokens: 1_000_000, period: 'total' },
    ];
    const { id, key } = await createToken({ budget });
    expect((await send(key)).status).toBe(200);
    expect((await send(key)).status).toBe(200);
    const refused = await send(key);
    expect(refused.status).toBe(429);
    expect(refused.message).toMatch(
      /^The 5h request budget of this API token is exhausted; the next part of it renews at \d{4}-\d\d-\d\dT\d\d:\d\d:00Z\.$/,
    );

    const { body } = await as(admin, `GET /api/tokens/${id}`);
    expect(body['budget']).toEqual(budget);
    expect(body['budgets']).toEqual([
      expect.objectContaining({
        unit: 'usd',
        period: 'weekly',
        limit: 0.05,
        spent: 0.02,
        spent_usd: 0.02,
        used_up: false,
      }),
      expect.objectContaining({
        unit: 'requests',
        period: '5h',
        limit: 2,
        spent: 2,
        left: 0,
        spent_usd: null,
        used_up: true,
        renews_at: expect.any(String),
      }),
      expect.objectContaining({ unit: 'tokens', period: 'total', used_up: false, renews_at: null }),
    ]);
    const tokens = (body['budgets'] as { unit: string; spent: number }[]).find(
      ({ unit }) => unit === 'tokens',
    );
    expect(tokens?.spent).toBeGreaterThan(0);

    expect((await change(id, { requests: 3, period: '5h' })).body['budget']).toEqual({
      requests: 3,
      period: '5h',
    });
    expect((await send(key)).status).toBe(200);
    expect((await send(key)).status).toBe(429);
    const { body: list } = await as(admin, 'GET /api/budgets');
    expect(list['data']).toContainEqual(
      expect.objectContaining({ token_id: id, unit: 'requests', spent: 3 }),
    );
  });

  it('counts tokens, also of a model without a price', async () => {
    const { id, key } = await createToken({ budget: { tokens: 200, period: 'daily' } });
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) statuses.push((await send(key)).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
    const { body } = await as(admin, `GET /api/tokens/${id}`);
    const [state] = body['budgets'] as { spent: number }[];
    // At most one request exceeds it.
    expect(state?.spent).toBeLessThanOrEqual(200 + 60);
    expect((await send(key)).message).toContain('daily token budget of this API token');
  });

  it.each([
    [{ usd: -1 }, 'budget.usd'],
    [{ tokens: 1.5 }, 'budget.tokens'],
    [{ usd: 1, period: '0h' }, 'budget.period'],
    [{ usd: 1, period: 'yearly' }, 'budget.period'],
    [{}, 'budget'],
    [{ usd: 1, requests: 1 }, 'budget'],
    [[], 'budget'],
    [
      [
        { usd: 1, period: '5h' },
        { usd: 2, period: '5h' },
      ],
      'budget',
    ],
    [[{ usd: 1 }, { usd: -2, period: '5h' }], 'budget[1].usd'],
    [Array.from({ length: 10_000 }, () => ({ usd: 1 })), 'budget'],
  ])('%# that is invalid is rejected, with the name of the field', async (budget, param) => {
    const answer = await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), budget });
    expect(getFault(answer)).toEqual([400, expect.anything(), param]);
  });

  it('applies to all tokens of an owner and of the gateway', async () => {
    const owner = 'windows';
    await as(admin, `PATCH /api/owners/${owner}`, { budget: [{ requests: 1, period: '24h' }, { usd: 3 }] });
    const { key } = await createToken({ owner });
    expect((await send(key)).status).toBe(200);
    expect((await send(key)).message).toContain('The 24h request budget of the owner "windows" is exhausted');
    await as(admin, 'PATCH /api/settings', {
      budgets: { global: [{ usd: 9 }, { requests: 0, period: 'weekly' }] },
    });
    const other = await createToken({});
    expect((await send(other.key)).message).toContain(
      'The weekly request budget of this gateway is exhausted',
    );
    await as(admin, 'PATCH /api/settings', { budgets: { global: null } });
  });

  it('may be lowered by a member window by window, but not raised', async () => {
    const budget = [
      { usd: 5, period: 'daily' },
      { requests: 10, period: '5h' },
    ];
    const { id } = await createToken({ owner: member.email, budget });
    const changeAs = (changed: object[]) => as(member, `PATCH /api/tokens/${id}`, { budget: changed });
    const lower = [
      { usd: 4, period: 'daily' },
      { requests: 10, period: '5h' },
    ];
    expect((await changeAs(lower)).status).toBe(200);
    expect(getFault(await changeAs(budget))).toEqual([403, 'limit_not_yours', 'budget']);
    expect(getFault(await changeAs([{ usd: 1, period: 'daily' }]))).toEqual([
      403,
      'limit_not_yours',
      'budget',
    ]);
  });
});
