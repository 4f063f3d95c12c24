import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../harness/index.js';
import { type BackgroundHarness, type GetHarness } from './background-harness.js';

export function describeMaintenance(harnessed: GetHarness): void {
  describe('a finished background response', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const cancelled = async (input: string): Promise<string> => {
      const { id } = await harness.client().responses.create({ model: 'over-chat', input, background: true });
      await harness.client().responses.cancel(id);
      return id;
    };

    it('keeps its events for a day, and its output for longer', async () => {
      const [old, fresh] = [await cancelled('Remember this.'), await cancelled('And this.')];
      await harness.gateway.database.query(
        `UPDATE background_responses SET updated_at = now() - interval '25 hours' WHERE id = $1`,
        [old],
      );
      await harness.ensureWorker();
      const isGone = async () => Object.keys(await harness.getRow(old)).length === 0;
      await eventually(async () => ((await isGone()) ? true : undefined));
      expect(await harness.getRow(fresh)).toMatchObject({ id: fresh });
      expect((await harness.client().responses.retrieve(old)).status).toBe('cancelled');
      await expect(harness.client().responses.retrieve(old, { stream: true })).rejects.toMatchObject({
        status: 400,
        code: 'response_not_streamable',
      });
    });
  });
}
