import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '#database';
import { UsageJournal, UsageMaintenance } from '#metering';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { People, type Person } from './people.js';

type Budget = Record<string, unknown> & { scope: string; name: string | null; used_up: boolean };

const getBudgets = ({ body }: AdminAnswer): Budget[] => body['budgets'] as Budget[];

/** One request costs a cent. */
describe('the rest of a budget', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let member: Person;
  let spender: { id: string; key: string };

  const as = ({ headers }: Person, route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });
  const createToken = async (settings: object): Promise<{ id: string; key: string }> => {
    const { body } = await as(admin, 'POST /api/tokens', { name: crypto.randomUUID(), ...settings });
    return { id: String(body['id']), key: String(body['key']) };
  };
  const send = async (key: string): Promise<number> => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] }),
    });
    await response.text();
    return response.status;
  };
  const sendMany = async (key: string, count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) statuses.push(await send(key));
    await gateway.get(UsageJournal).flush();
    return statuses;
  };

  beforeAll(async () => {
    gateway = await startTestGateway({
      sandbox: true,
      models: [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }],
      owners: [{ name: 'in the file', budget: { usd: 7, period: 'total' } }],
    });
    people = await People.of(gateway);
    [admin, member] = [await people.signedIn('admin'), await people.signedIn('member')];
    await as(admin, 'PATCH /api/settings', { budgets: { global: { usd: 100, period: 'monthly' } } });
    const limits = { budget: { usd: 5, period: 'total' } };
    await as(admin, `PATCH /api/users/${member.id}`, { limits });
    // A request of a cent does not fit into the last half cent.
    spender = await createToken({ owner: member.email, budget: { usd: 0.045, period: 'daily' } });
    expect(await sendMany(spender.key, 5)).toEqual([200, 200, 200, 200, 429]);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it('is shown for every budget that limits a token, to members without that of the gateway', async () => {
    const ofToken = {
      scope: 'token',
      token_id: spender.id,
      period: 'daily',
      limit_usd: 0.045,
      spent_usd: 0.04,
    };
    const ofOwner = { scope: 'owner', name: member.email, limit_usd: 5, spent_usd: 0.04, left_usd: 4.96 };
    const shown = getBudgets(await as(admin, `GET /api/tokens/${spender.id}`));
    expect(shown).toMatchObject([ofToken, ofOwner, { scope: 'global', name: null, limit_usd: 100 }]);
    expect(shown[0]?.['left_usd']).toBeCloseTo(0.005, 6);
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    expect(shown[0]?.['renews_at']).toBe(midnight.toISOString());
    expect(getBudgets(await as(member, `GET /api/tokens/${spender.id}`))).toMatchObject([ofToken, ofOwner]);
    const [listed] = (await as(member, 'GET /api/tokens')).body['data'] as { budgets: Budget[] }[];
    expect(listed?.budgets).toMatchObject([ofToken, ofOwner]);
    expect(getBudgets(await as(member, 'GET /api/session/limits'))).toMatchObject([ofOwner]);
    expect(getBudgets(await as(admin, `GET /api/owners/${member.email}`))).toMatchObject([ofOwner]);
  });

  it('is exhausted if nothing is left, or less than a request costs, until the limit is raised', async () => {
    const isUsedUp = async (): Promise<boolean | undefined> =>
      getBudgets(await as(admin, `GET /api/tokens/${spender.id}`))[0]?.used_up;
    await sumUp(gateway);
    expect(await isUsedUp()).toBe(true);
    await as(admin, `PATCH /api/tokens/${spender.id}`, { budget: { usd: 0.04, period: 'daily' } });
    expect(await isUsedUp()).toBe(true);
    await as(admin, `PATCH /api/tokens/${spender.id}`, { budget: { usd: 1, period: 'daily' } });
    expect(await isUsedUp()).toBe(false);
    await as(admin, `PATCH /api/tokens/${spender.id}`, { budget: { usd: 0.045, period: 'daily' } });
  });

  it('has a forecast from three days of usage', async () => {
    const forecast = async (): Promise<unknown> =>
      getBudgets(await as(admin, `GET /api/owners/${member.email}`))[0]?.['forecast'];
    await sumUp(gateway);
    expect(await forecast()).toBeNull();
    // The same hour four days ago, with a cost of 9.9 USD: about 2.5 USD a day, and 4.96 USD are left.
    await gateway.database.query(
      `INSERT INTO usage_hours SELECT (jsonb_populate_record(NULL::usage_hours, to_jsonb(hours) || jsonb_build_object(
         'hour', hour - interval '4 days', 'cost_micro_usd', 9900000))).*
       FROM usage_hours AS hours WHERE owner = (SELECT id FROM usage_names WHERE name = $1) LIMIT 1`,
      [member.email],
    );
    const { runs_out_at: at } = (await forecast()) as { runs_out_at: string };
    const days = (Date.parse(at) - Date.now()) / 86_400_000;
    expect([days > 1.9, days < 2.1]).toEqual([true, true]);
  });

  it('is listed from the budget of the gateway to the most used ones', async () => {
    const { body } = await as(admin, 'GET /api/budgets?limit=2');
    expect(body['data']).toMatchObject([
      { scope: 'global' },
      { scope: 'token', token_id: spender.id, used_up: true },
      { scope: 'owner' },
    ]);
    const own = await as(member, 'GET /api/budgets');
    expect(own.body['data']).toMatchObject([
      { scope: 'owner', name: member.email },
      { scope: 'token', token_id: spender.id },
    ]);
    const stranger = await people.signedIn('member');
    expect((await as(stranger, 'GET /api/budgets')).body['data']).toEqual([]);
    await as(admin, `DELETE /api/tokens/${(await createToken({ budget_usd: 0 })).id}`);
    const { body: after } = await as(admin, 'GET /api/budgets?limit=200');
    expect((after['data'] as Budget[]).filter(({ scope }) => scope === 'token')).toHaveLength(1);
  });

  it('is part of the list of owners, which is sorted by their spend', async () => {
    const small = await createToken({ owner: 'small spender' });
    await sendMany(small.key, 1);
    const page = async (cursor: string): Promise<AdminAnswer> =>
      as(admin, `GET /api/owners?sort=-spent&limit=1${cursor}`);
    const first = await page('');
    const second = await page(`&cursor=${String(first.body['next_cursor'])}`);
    expect([first.body['data'], second.body['data']]).toMatchObject([
      [{ name: member.email, tokens: 1, spent_30_days_usd: expect.any(Number), budgets: [{ limit_usd: 5 }] }],
      [{ name: 'small spender', spent_30_days_usd: 0.01, budgets: [], limits_origin: null }],
    ]);
    await sumUp(gateway);
    await gateway.database.query(
      `UPDATE usage_hours SET unpriced = 2 WHERE owner = (SELECT id FROM usage_names WHERE name = 'small spender')`,
    );
    expect((await as(admin, 'GET /api/owners/small%20spender')).body).toMatchObject({
      unpriced_requests_30_days: 2,
    });
    const { body } = await as(admin, 'GET /api/owners?search=in%20the%20file');
    expect(body['data']).toMatchObject([
      { limits_origin: 'file', budgets: [{ period: 'total', spent_usd: 0 }] },
    ]);
    const wrong = await page(`&cursor=${String(first.body['next_cursor'])}&sort=name`);
    expect(getFault(wrong)[0]).toBe(400);
  });
});

/** What maintenance does every minute. */
async function sumUp(gateway: TestGateway): Promise<void> {
  await new UsageMaintenance(gateway.get(Database)).run(new Date());
}
