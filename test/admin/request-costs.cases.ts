import { EventEmitter, once } from 'node:events';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream } from '../fake-upstream/index.js';
import { eventually } from '../harness/index.js';
import { type AdminAnswer, ask } from './ask.js';
import { type OwnedObjects, type OwnedToken, answeredRequest, ownedToken } from './owned-objects.js';

interface Billed {
  owned: OwnedObjects;
  upstream: FakeUpstream;
}

type Detail = Record<string, unknown> & { cost_usd: number; cost_lines: { cost_usd: number }[] };

const USAGE = { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 };
const MESSAGE = { role: 'assistant', content: 'Tea.' };

function toMicroUsd(usd: number): number {
  return Math.round(usd * 1e6);
}

export function describeRequestCosts(billed: () => Billed): void {
  describe('the cost of a request', () => {
    let at: Billed;
    let token: OwnedToken;

    beforeAll(async () => {
      at = billed();
      token = await ownedToken(at.owned);
    });

    const api = (route: Parameters<typeof ask>[1], body?: object): Promise<AdminAnswer> =>
      ask(at.owned.origin, route, { headers: at.owned.admin.headers, ...(body && { body }) });

    const show = async (id: string): Promise<Detail> => (await api(`GET /api/requests/${id}`)).body as Detail;

    /** Sends a request whose upstream reports this usage. */
    const sendFor = async (
      model: string,
      usage: object,
      answered: object = {},
      after: Promise<unknown> = Promise.resolve(),
    ): Promise<Detail> => {
      const choices = [{ index: 0, message: MESSAGE, finish_reason: 'stop' }];
      const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model };
      at.upstream.script({ kind: 'json', body: { ...head, choices, ...answered, usage }, after });
      return show(await answeredRequest(at.owned, token, { model }));
    };

    /** Sends requests until one is charged at this price. */
    const sendAt = async (price: object, usage: object, answered: object = {}): Promise<Detail> => {
      await api('PUT /api/models/p', { price });
      const { body } = await api('GET /api/models/p');
      const { version } = body['price'] as { version: string };
      return eventually(async () => {
        const request = await sendFor('p', usage, answered);
        return request['price_version'] === version ? request : undefined;
      });
    };

    it('does not change when the price changes during traffic, and the log has the price', async () => {
      const before = await sendAt({ input_per_m_tok: 3, output_per_m_tok: 15 }, USAGE);
      const after = await sendAt({ input_per_m_tok: 4, output_per_m_tok: 20 }, USAGE);
      expect(toMicroUsd(before.cost_usd)).toBe(3_000 + 7_500);
      expect(toMicroUsd(after.cost_usd)).toBe(4_000 + 10_000);
      expect(after['price_version']).not.toBe(before['price_version']);
      expect(await show(String(before['id']))).toEqual(before);

      const { body } = await api('GET /api/audit?subject_type=model&subject_id=p&limit=1');
      expect(body['data']).toMatchObject([
        {
          action: 'model.set',
          changes: { price: { from: { inputPerMTok: 3 }, to: { inputPerMTok: 4, outputPerMTok: 20 } } },
        },
      ]);
    });

    it('follows the price at the end of the request, if the price was set while it ran', async () => {
      const ended = await sendAt({ input_per_m_tok: 5, output_per_m_tok: 25 }, USAGE);
      const gate = new EventEmitter();
      const arrived = at.upstream.received.length;
      const running = [1, 2, 3, 4].map(() => sendFor('p', USAGE, {}, once(gate, 'open')));
      await at.upstream.waitForRequest(arrived + 3);
      const during = await sendAt({ input_per_m_tok: 7, output_per_m_tok: 35 }, USAGE);
      gate.emit('open');
      const versions = new Map([
        [ended['price_version'], 5_000 + 12_500],
        [during['price_version'], 7_000 + 17_500],
      ]);
      expect(versions.size).toBe(2);
      const requests = [ended, during, ...(await Promise.all(running))];
      for (const request of requests) {
        expect(toMicroUsd(request.cost_usd)).toBe(versions.get(request['price_version']));
        const lines = request.cost_lines.map((line) => toMicroUsd(line.cost_usd));
        expect(lines.reduce((sum, line) => sum + line, 0)).toBe(toMicroUsd(request.cost_usd));
      }
      const last = requests.slice(2).map((request) => request['price_version']);
      expect(new Set(last)).toEqual(new Set([during['price_version']]));
      await sendAt({ input_per_m_tok: 9, output_per_m_tok: 45 }, USAGE);
      for (const request of requests) expect(await show(String(request['id']))).toEqual(request);
    });

    it('is the sum of its lines, with the service tier that it ran in', async () => {
      const price = {
        input_per_m_tok: 1,
        cached_input_per_m_tok: 0.1,
        output_per_m_tok: 2,
        reasoning_per_m_tok: 3,
        priority: { input_per_m_tok: 2, cached_input_per_m_tok: 0.2, output_per_m_tok: 4 },
        per_web_search: 0.01,
      };
      const request = await sendAt(
        price,
        {
          ...USAGE,
          prompt_tokens_details: { cached_tokens: 333 },
          completion_tokens_details: { reasoning_tokens: 400 },
          num_search_queries: 2,
        },
        { service_tier: 'priority' },
      );
      expect(request).toMatchObject({
        service_tier: 'priority',
        cost_lines: [
          { dimension: 'cached_input', amount: 333, unit_price_usd: 0.2, per: 1e6, cost_usd: 0.000_067 },
          { dimension: 'input', amount: 667, unit_price_usd: 2 },
          { dimension: 'reasoning', amount: 400, unit_price_usd: 3 },
          { dimension: 'output', amount: 100, unit_price_usd: 4 },
          { dimension: 'web_searches', amount: 2, unit_price_usd: 0.01, per: 1, cost_usd: 0.02 },
        ],
      });
      const lines = request.cost_lines.map((line) => toMicroUsd(line.cost_usd));
      expect(lines.reduce((sum, line) => sum + line, 0)).toBe(toMicroUsd(request.cost_usd));
    });

    it.each([
      { model: 'believed', cost: 0.004_2, lines: ['upstream'], list: 0.002 },
      { model: 'm', cost: 0.002, lines: ['input', 'output'], list: null },
    ])('is what the upstream reports only if the channel trusts it: $model', async (expected) => {
      const request = await sendFor(expected.model, { ...USAGE, cost: 0.004_2 });
      expect(request).toMatchObject({
        cost_usd: expected.cost,
        upstream_cost_usd: 0.004_2,
        list_cost_usd: expected.list,
        cost_lines: expected.lines.map((dimension) => ({ dimension })),
      });
    });

    it('follows its price if the upstream reports none', async () => {
      const request = await sendFor('believed', USAGE);
      expect(request).toMatchObject({ cost_usd: 0.002, upstream_cost_usd: null, list_cost_usd: null });
    });
  });
}
