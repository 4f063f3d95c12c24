import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../harness/index.js';
import { type BackgroundHarness, type GetHarness } from './background-harness.js';

const REQUEST_BYTES = 400_000;

export function describeMemory(harnessed: GetHarness): void {
  describe('requests in the background', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (text: string, length: number) =>
      harness.client().responses.create({
        model: 'sandbox-chat',
        input: `${text} [[pace=20]] [[words=20]] ${'x'.repeat(length)}`,
        background: true,
      });

    const countLeased = async (): Promise<number> => {
      const [row] = await harness.gateway.database.query(
        `SELECT count(*)::int AS leased FROM background_responses
         WHERE status IN ('queued', 'in_progress') AND lease_until IS NOT NULL`,
      );
      return Number(row?.['leased']);
    };

    it('run in parallel while they fit into memory; a larger one runs alone, and small ones next to it', async () => {
      await harness.stopWorker();
      const sizes = [REQUEST_BYTES, REQUEST_BYTES, REQUEST_BYTES, 4 * REQUEST_BYTES, REQUEST_BYTES, 10];
      const ids: string[] = [];
      for (const [index, size] of sizes.entries()) ids.push((await create(`Number ${index}.`, size)).id);
      // Each counts twice: two of them fit.
      await harness.ensureWorker({ renewEveryMs: 50, maxRequestBytes: 5 * REQUEST_BYTES });
      let most = 0;
      await eventually(async () => {
        most = Math.max(most, await countLeased());
        const rows = await Promise.all(ids.map((id) => harness.getRow(id)));
        return rows.every(({ status }) => status === 'completed');
      }, 30_000);
      expect(most).toBeGreaterThanOrEqual(2);
      // The smallest one also has a reserve.
      expect(most).toBeLessThanOrEqual(3);
      await harness.stopWorker();
      await harness.ensureWorker();
    });
  });
}
