import { beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { verifyLedger } from '#metering';
import { eventually } from '../../harness/index.js';
import { type BackgroundHarness, type GetHarness, type Response } from './background-harness.js';

/** A run as usage records store it. */
interface UsageRow {
  outcome: string;
  isEstimated: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicroUsd: number;
  sessionId: string | null;
  attempts: { error?: { message?: string } }[] | null;
}

export function describeUsage(harnessed: GetHarness): void {
  describe('the usage of a background response', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (input: string, headers = {}) =>
      harness.client().responses.create({ model: 'over-chat', input, background: true }, { headers });

    /** One row for each run that reached an upstream, the oldest first. */
    const findRows = (requestId: string | null | undefined, count: number): Promise<UsageRow[]> =>
      eventually(async () => {
        const rows = await harness.gateway.database.query(
          `SELECT outcome, is_estimated AS "isEstimated", input_tokens AS "inputTokens",
           output_tokens AS "outputTokens", cost_micro_usd::int AS "costMicroUsd",
           session_id AS "sessionId", detail->'attempts' AS attempts
         FROM usage_events WHERE 'req_' || replace(id::text, '-', '') = $1 ORDER BY started_at`,
          [requestId],
        );
        return rows.length >= count ? (rows as unknown as UsageRow[]) : undefined;
      });

    /** Returns everything that was charged since the last call. */
    let seenMicroUsd = 0;
    const newlyCharged = async (): Promise<number> => {
      const [row] = await harness.gateway.database.query(
        `SELECT COALESCE(sum(amount), 0)::int AS sum FROM ledger_entries WHERE account_id = 'revenue'`,
      );
      const charged = Number(row?.['sum']) - seenMicroUsd;
      seenMicroUsd += charged;
      return charged;
    };

    /** Starts a response on a worker that is stopped as soon as `isUnderWay`, and finishes it on another worker. */
    async function interrupt(input: string, isUnderWay: (id: string) => Promise<unknown>) {
      await harness.stopWorker();
      // If it stops without releasing its task, the lease expires soon.
      const hasty = await harness.startWorker({ drainMs: 0, leaseMs: 3_000 });
      const { id, _request_id: requestId } = await create(input);
      await isUnderWay(id);
      await hasty.close();
      await harness.ensureWorker();
      return { requestId, made: await harness.finished(id) };
    }

    it('is recorded once, and charged', async () => {
      const { id, _request_id: requestId } = await create('Take your time.', { 'session-id': 'session-7' });
      const made = await harness.finished(id);
      expect(await findRows(requestId, 1)).toEqual([
        {
          outcome: 'ok',
          isEstimated: false,
          inputTokens: made.usage?.input_tokens,
          outputTokens: made.usage?.output_tokens,
          costMicroUsd: getCost(made),
          sessionId: 'session-7',
          attempts: null,
        },
      ]);
      expect(await newlyCharged()).toBe(getCost(made));
    });

    it('has the error of the upstream if that failed', async () => {
      const error = { message: 'Not like this.', type: 'invalid_request_error' };
      harness.upstream.script({ kind: 'error', status: 400, body: { error } });
      const { id, _request_id: requestId } = await create('Fail this one.');
      await harness.finished(id);
      expect(await findRows(requestId, 1)).toMatchObject([
        { outcome: 'upstream-rejected', attempts: [{ upstreamStatus: 400, error }] },
      ]);
    });

    it('is recorded for each run if one was interrupted before its response began, and the other is charged', async () => {
      const before = harness.upstream.received.length;
      harness.upstream.script({ kind: 'hang' });
      const { requestId, made } = await interrupt('Hand this over.', () =>
        harness.upstream.waitForRequest(before),
      );
      expect(made.status).toBe('completed');
      expect(await findRows(requestId, 2)).toMatchObject([
        { outcome: 'shutting-down', inputTokens: null, outputTokens: null, costMicroUsd: 0 },
        { outcome: 'ok', isEstimated: false, costMicroUsd: getCost(made) },
      ]);
      expect(await newlyCharged()).toBe(getCost(made));
    });

    it('is recorded and charged up to the interruption', async () => {
      harness.upstream.script({ kind: 'stall', afterEvents: 3 });
      const { requestId, made } = await interrupt('one two three', (id) => harness.written(id, 5));
      expect(made.status).toBe('failed');
      const rows = await findRows(requestId, 1);
      expect(rows).toMatchObject([{ outcome: 'shutting-down', isEstimated: true }]);
      expect(rows[0]?.outputTokens).toBeGreaterThan(0);
      expect(rows[0]?.costMicroUsd).toBeGreaterThan(0);
      expect(await newlyCharged()).toBe(rows[0]?.costMicroUsd);
    });

    it('leaves a balanced ledger', async () => {
      const dataSource = createDataSource({ url: harness.gateway.database.url, entities: [] });
      await dataSource.initialize();
      expect((await verifyLedger(dataSource)).faults).toEqual([]);
      await dataSource.destroy();
    });
  });
}

/** The cost of the usage that the upstream reported. */
function getCost({ usage }: Response): number {
  return (usage?.input_tokens ?? Number.NaN) + 2 * (usage?.output_tokens ?? Number.NaN);
}
