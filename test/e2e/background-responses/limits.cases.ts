import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../harness/index.js';
import { type BackgroundHarness, type GetHarness, SLOW_TOKEN } from './background-harness.js';

/** Usage records store whole milliseconds. */
const ROUNDING_MS = 20;

export function describeLimits(harnessed: GetHarness): void {
  describe('a token that may have one response at a time', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    it('gets them one after the other, and none of them fails', async () => {
      const client = harness.client(SLOW_TOKEN);
      const ids: string[] = [];
      const requestIds: unknown[] = [];
      for (const input of ['One.', 'Two.', 'Three.']) {
        const asked = { model: 'sandbox-chat', input: `[[delay=300]] ${input}`, background: true } as const;
        const { id, _request_id: requestId } = await client.responses.create(asked);
        ids.push(id);
        requestIds.push(requestId);
      }
      const finished = await Promise.all(ids.map((id) => harness.finished(id, SLOW_TOKEN)));
      expect(finished.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
      await harness.gateway.flushUsage();
      const runs = await eventually(async () => {
        const rows = await harness.gateway.database.query(
          `SELECT (extract(epoch FROM started_at) * 1000)::float8 AS began, duration_ms AS took
           FROM usage_events WHERE 'req_' || replace(id::text, '-', '') = ANY($1) ORDER BY started_at`,
          [requestIds],
        );
        return rows.length === ids.length ? (rows as { began: number; took: number }[]) : undefined;
      });
      for (const [index, { began }] of runs.slice(1).entries()) {
        const { began: before, took } = runs[index] ?? { began: 0, took: 0 };
        expect(began).toBeGreaterThanOrEqual(before + took - ROUNDING_MS);
      }
    });
  });
}
