import { beforeAll, expect, it } from '@jest/globals';
import { TEST_TOKEN, type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask, getFault } from '../ask.js';

/** The number of requests of each; those of `failing` fail. */
const NAMES = { busy: 2, failing: 1, idle: 0, 'idle too': 0 };

export function describeChannelOrder(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let headers: Record<string, string>;

  beforeAll(async () => {
    const { people } = getStage();
    ({ gateway } = getStage());
    ({ headers } = await people.signedIn('admin'));
    for (const [name, requests] of Object.entries(NAMES)) {
      const models = [{ id: `of ${name}`, upstream: 'sandbox-chat' }];
      const body = { name: `figures of ${name}`, provider: 'sandbox', models };
      expect((await ask(gateway.origin, 'POST /api/channels', { headers, body })).status).toBe(201);
      for (let count = 0; count < requests; count += 1) await chat(name);
    }
  });

  async function chat(name: string): Promise<void> {
    const content = name === 'failing' ? '[[status=400]]' : 'Hi';
    await eventually(async () => {
      const { status } = await ask(gateway.origin, 'POST /v1/chat/completions', {
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
        body: { model: `of ${name}`, messages: [{ role: 'user', content }] },
      });
      return status !== 404;
    });
  }

  const list = (query: string): Promise<AdminAnswer> =>
    ask(gateway.origin, `GET /api/channels?search=figures&${query}`, { headers });

  /** All pages of one channel each. */
  async function listNames(sort: string): Promise<string[]> {
    const names: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const { body } = await list(`limit=1&sort=${sort}${next}`);
      names.push(...(body['data'] as { name: string }[]).map(({ name }) => name.replace('figures of ', '')));
      const cursor = body['next_cursor'] as string | null;
      next = cursor === null ? null : `&cursor=${cursor}`;
    }
    return names;
  }

  it('is by the figures of the last 24 hours, page by page; channels without figures are last', async () => {
    // Until all requests are counted, the first two are in the same order both ways.
    await eventually(async () => {
      const orders = [await listNames('requests'), await listNames('-requests')];
      return orders.map((names) => names.slice(0, 2).join()).join(' ') === 'failing,busy busy,failing';
    });
    expect((await listNames('-error_rate')).slice(0, 2)).toEqual(['failing', 'busy']);
    for (const sort of ['latency', '-latency', 'spend', '-spend']) {
      const names = await listNames(sort);
      expect([sort, names.toSorted()]).toEqual([sort, Object.keys(NAMES).toSorted()]);
      expect([sort, names.slice(2).toSorted()]).toEqual([sort, ['idle', 'idle too']]);
    }
  });

  it('has its own cursors', async () => {
    const cursor = (await list('limit=1&sort=spend')).body['next_cursor'] as string;
    const fault = [400, 'invalid_value', 'cursor'];
    expect(getFault(await list(`sort=-spend&cursor=${cursor}`))).toEqual(fault);
    const forged = Buffer.from(JSON.stringify(['spend', 'dear', 'a'])).toString('base64url');
    expect(getFault(await list(`sort=spend&cursor=${forged}`))).toEqual(fault);
  });
}
