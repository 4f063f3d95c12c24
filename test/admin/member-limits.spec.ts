import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, channelTo, eventually, startTestGateway } from '../harness/index.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { People, type Person } from './people.js';

const UNSET = {
  max_tokens: null,
  rpm: null,
  tpm: null,
  concurrency: null,
  requests_per_day: null,
  budget: null,
  models: null,
};

describe('limits of members', () => {
  let gateway: TestGateway;
  let upstream: FakeUpstream;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({ channels: [channelTo(upstream)] });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await upstream.close();
  });

  afterEach(async () => {
    await setForAll(UNSET);
  });

  const as = ({ headers }: Person, route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
    ask(gateway.origin, route, { headers, body });
  const setForAll = (members: object) => as(admin, 'PATCH /api/settings', { members });
  const setFor = ({ id }: Person, limits: object) => as(admin, `PATCH /api/users/${id}`, { limits });
  const readToken = async (person: Person, settings: object = {}): Promise<string> => {
    const { status, body } = await as(person, 'POST /api/tokens', { name: crypto.randomUUID(), ...settings });
    expect(status).toBe(201);
    const key = String(body['key']);
    // Listing models counts against no limit, and shows when the process that serves it knows the key.
    const headers = { authorization: `Bearer ${key}` };
    await eventually(async () => (await fetch(`${gateway.baseUrl}/models`, { headers })).ok);
    return key;
  };
  const post = (key: string, path: string, body: object): Promise<Response> =>
    fetch(`${gateway.baseUrl}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const send = (key: string, model = 'm'): Promise<Response> =>
    post(key, 'chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] });
  const chat = async (key: string, model?: string) => readOutcome(await send(key, model));
  const makeVideo = async (key: string) =>
    readOutcome(await post(key, 'videos', { model: 'sandbox-video', prompt: 'a cat' }));
  const listModels = async (key: string): Promise<string[]> => {
    const response = await fetch(`${gateway.baseUrl}/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  /** With a request that counts against it. */
  const getLimit = async (key: string): Promise<string | null> =>
    (await send(key)).headers.get('x-ratelimit-limit-requests');

  it('count all tokens of a member together, also existing ones', async () => {
    const member = await people.signedIn('member');
    const [one, other] = [await readToken(member), await readToken(member, { rpm: 1_000_000 })];
    const ofAdmin = await readToken(admin, { owner: admin.email });
    await setForAll({ rpm: 3 });
    await eventually(async () => (await getLimit(one)) === '3');
    const answers = [await chat(other), await chat(one), await chat(other), await chat(one)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect((await chat(ofAdmin)).status).toBe(200);
  });

  it('can be set for one member alone, and removed', async () => {
    const [one, other] = [await people.signedIn('member'), await people.signedIn('member')];
    const [ofOne, ofOther] = [await readToken(one), await readToken(other)];
    await setForAll({ rpm: 70 });
    const changed = await setFor(one, { rpm: 90, budget: { usd: 5, period: 'daily' } });
    expect(changed.body['limits']).toEqual({ ...UNSET, rpm: 90, budget: { usd: 5, period: 'daily' } });
    await eventually(async () => (await getLimit(ofOne)) === '90');
    expect(await getLimit(ofOther)).toBe('70');
    expect((await setFor(one, { rpm: null })).body['limits']).toMatchObject({ rpm: null });
    await eventually(async () => (await getLimit(ofOne)) === '70');
  });

  it('can be an amount of money', async () => {
    const member = await people.signedIn('member');
    const key = await readToken(member);
    expect((await chat(key)).status).toBe(200);
    await setForAll({ budget: { usd: 10, period: 'monthly' } });
    // The price of this model is unknown, so a budget rejects it.
    await eventually(async () => (await chat(key)).code === 'model_price_unknown');
  });

  it('can be a list of models, whatever the tokens allow, also for existing tokens', async () => {
    const member = await people.signedIn('member');
    const [any, narrow] = [
      await readToken(member),
      await readToken(member, { models: ['m', 'sandbox-chat'] }),
    ];
    const ofAdmin = await readToken(admin, { owner: admin.email });
    const { body } = await as(member, 'POST /api/playground/token');
    const ofPlayground = String(body['key']);
    await setForAll({ models: ['sandbox-*'] });
    await eventually(async () => (await chat(any)).status === 403);
    for (const key of [any, narrow, ofPlayground]) {
      expect(await chat(key)).toEqual({
        status: 403,
        code: 'model_not_allowed',
        message: expect.stringContaining('The owner of this API token is not allowed to use the model "m"'),
      });
      expect((await chat(key, 'sandbox-chat')).status).toBe(200);
      expect(await listModels(key)).not.toContain('m');
    }
    expect((await makeVideo(any)).status).toBe(200);
    expect((await makeVideo(narrow)).message).toMatch(/^This API token/);
    expect([(await chat(ofAdmin)).status, (await listModels(ofAdmin)).includes('m')]).toEqual([200, true]);
    expect((await setFor(member, { models: ['m'] })).body['limits']).toEqual({ ...UNSET, models: ['m'] });
    await eventually(async () => (await chat(any)).status === 200);
    expect([await listModels(any), await listModels(narrow)]).toEqual([['m'], ['m']]);
    expect((await chat(narrow, 'sandbox-chat')).status).toBe(403);
    expect(await makeVideo(any)).toMatchObject({ status: 403, code: 'model_not_allowed' });
    await setFor(member, { models: null });
    await eventually(async () => (await chat(any)).status === 403);
    await setForAll({ models: null });
    await eventually(async () => (await chat(any)).status === 200);
  });

  it('are shown to them, and no token may exceed them', async () => {
    const member = await people.signedIn('member');
    await setForAll({ rpm: 60, budget: { usd: 20, period: 'monthly' }, models: ['m', 'sandbox-*'] });
    const together = { rpm: 60, tpm: null, concurrency: null, requests_per_day: null };
    const told = { ...together, budget: { usd: 20, period: 'monthly' }, models: ['m', 'sandbox-*'] };
    await eventually(async () => {
      const { body } = await as(member, 'GET /api/session/limits');
      return JSON.stringify(body['together']) === JSON.stringify(told);
    });
    const own = await as(member, 'POST /api/tokens', { name: 'mine', rpm: 60, models: ['m', 'sandbox-c*'] });
    expect([own.status, own.body['owner_limits']]).toEqual([201, told]);
    expect((await as(member, 'GET /api/session/limits')).body).toEqual({
      together: told,
      max_tokens: 20,
      active_tokens: 1,
      budgets: [expect.objectContaining({ scope: 'owner', name: member.email, limit_usd: 20 })],
    });
    for (const [settings, param] of [
      [{ rpm: 61 }, 'rpm'],
      [{ budget: { usd: 21, period: 'monthly' } }, 'budget'],
      [{ models: ['m', 'other'] }, 'models'],
      [{ models: ['m*'] }, 'models'],
      [{ models: ['*'] }, 'models'],
    ] as const) {
      const more = await as(member, 'POST /api/tokens', { name: 'more', ...settings });
      expect(getFault(more)).toEqual([403, 'above_your_limits', param]);
      const changed = await as(member, `PATCH /api/tokens/${String(own.body['id'])}`, settings);
      expect(changed.status).toBe(403);
    }
    const byAdmin = { name: 'given', owner: member.email, rpm: 600, models: ['other'] };
    expect((await as(admin, 'POST /api/tokens', byAdmin)).status).toBe(201);
  });

  it('are shown with every model: which of their tokens may call it, or why none may', async () => {
    const member = await people.signedIn('member');
    const show = async () => (await as(member, 'GET /api/model-catalog/m')).body;
    expect(await show()).toMatchObject({
      id: 'm',
      usable_with: [],
      why_not: expect.stringMatching(/no active token/),
    });
    await as(member, 'POST /api/tokens', { name: `narrow ${member.id}`, models: ['other-*'] });
    expect((await show())['why_not']).toMatch(/limited to other models/);
    await as(member, 'POST /api/tokens', { name: `wide ${member.id}` });
    expect(await show()).toMatchObject({ usable_with: [`wide ${member.id}`], why_not: null });
    const { body } = await as(member, 'GET /api/model-catalog?search=m&limit=10');
    expect((body['data'] as object[])[0]).toEqual(await show());
    expect((await as(member, 'GET /api/models/m')).status).toBe(403);
    await setForAll({ models: ['other-*'] });
    await eventually(async () => String((await show())['why_not']).includes('Members are not allowed'));
    expect((await show())['usable_with']).toEqual([]);
    const { body: toAdmin } = await as(admin, 'GET /api/model-catalog/m');
    expect(String(toAdmin['why_not'])).not.toContain('Members are not allowed');
  });

  it('can be a number of tokens, also for concurrent creation', async () => {
    await setForAll({ max_tokens: 3 });
    const member = await people.signedIn('member');
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        as(member, 'POST /api/tokens', { name: `${member.id} ${index}` }),
      ),
    );
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    expect(getFault(refused[0] as AdminAnswer)).toEqual([403, 'too_many_tokens', null]);
    const first = made.find(({ status }) => status === 201);
    await as(member, `DELETE /api/tokens/${String(first?.body['id'])}`);
    await readToken(member);
    await as(admin, 'POST /api/tokens', { name: `${member.id} by an admin`, owner: member.email });
    await setFor(member, { max_tokens: 5 });
    await readToken(member);
    expect((await as(member, 'POST /api/tokens', { name: 'one too many' })).status).toBe(403);
  });

  it('are twenty tokens by default', async () => {
    const { body } = await as(admin, 'GET /api/settings');
    expect((body['values'] as Record<string, unknown>)['members']).toEqual({ ...UNSET, max_tokens: 20 });
  });

  it.each([
    [{ max_tokens: -1 }, 'limits.max_tokens'],
    [{ rpm: 0 }, 'limits.rpm'],
    [{ budget: { usd: -1 } }, 'limits.budget.usd'],
    [{ models: [] }, 'limits.models'],
    [{ models: ['a*b'] }, 'limits.models'],
    [{ allowed_ips: ['10.0.0.1'] }, 'limits.allowed_ips'],
  ])('cannot be %j', async (limits, param) => {
    expect(getFault(await setFor(admin, limits)).slice(0, 3)).toEqual([400, expect.any(String), param]);
  });
});

async function readOutcome(
  response: Response,
): Promise<{ status: number; code?: string | undefined; message?: string | undefined }> {
  const { error } = (await response.json()) as { error?: { code?: string; message?: string } };
  return { status: response.status, code: error?.code, message: error?.message };
}
