import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { eventually } from '../../harness/index.js';
import { type BackgroundBench, startBackgroundBench } from './background-bench.js';

describe('a finished background response', () => {
  let bench: BackgroundBench;
  let worker: Service | undefined;

  beforeAll(async () => {
    bench = await startBackgroundBench();
  });

  afterAll(async () => {
    await worker?.close();
    await bench.stop();
  });

  const cancelled = async (input: string): Promise<string> => {
    const { id } = await bench.client().responses.create({ model: 'over-chat', input, background: true });
    await bench.client().responses.cancel(id);
    return id;
  };

  it('leaves its events for a day, and itself for longer', async () => {
    const [old, fresh] = [await cancelled('Remember this.'), await cancelled('And this.')];
    await bench.gateway.database.query(
      `UPDATE background_responses SET updated_at = now() - interval '25 hours' WHERE id = $1`,
      [old],
    );
    worker = await bench.startWorker();
    const isGone = async () => Object.keys(await bench.rowOf(old)).length === 0;
    await eventually(async () => ((await isGone()) ? true : undefined), 15_000);
    expect(await bench.rowOf(fresh)).toMatchObject({ id: fresh });
    expect((await bench.client().responses.retrieve(old)).status).toBe('cancelled');
    await expect(bench.client().responses.retrieve(old, { stream: true })).rejects.toMatchObject({
      status: 400,
      code: 'response_not_streamable',
    });
  });
});
