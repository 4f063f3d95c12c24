import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { type BackgroundBench, startBackgroundBench } from './background-bench.js';

describe('a background response is cancelled', () => {
  let bench: BackgroundBench;
  let worker: Service;

  beforeAll(async () => {
    bench = await startBackgroundBench();
    worker = await bench.startWorker();
  });

  afterAll(async () => {
    await worker.close();
    await bench.stop();
  });

  const create = (input: string, model = 'sandbox-chat') =>
    bench.client().responses.create({ model, input, background: true });

  it('at once while it waits for a worker', async () => {
    await worker.close();
    const { id } = await create('Never mind.', 'over-chat');
    const before = bench.upstream.received.length;
    expect(await bench.client().responses.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect((await bench.client().responses.retrieve(id)).status).toBe('cancelled');
    worker = await bench.startWorker();
    const { id: later } = await create('But this.', 'over-chat');
    await bench.finished(later);
    expect(bench.upstream.received).toHaveLength(before + 1);
  });

  it('within a second while it runs, and the upstream hears of it', async () => {
    bench.upstream.script({ kind: 'stall', afterEvents: 3 });
    const before = bench.upstream.received.length;
    const { id } = await create('one two three', 'over-chat');
    const request = await bench.upstream.waitForRequest(before);
    await bench.written(id, 5);
    const askedAt = performance.now();
    expect(await bench.client().responses.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect((await request.aborted) - askedAt).toBeLessThan(1_000);
    expect((await bench.finished(id)).status).toBe('cancelled');
    expect((await bench.client().responses.cancel(id)).status).toBe('cancelled');
  });

  it('in the middle of an answer of the sandbox', async () => {
    const { id } = await create('Slowly. [[pace=100]] [[words=300]]');
    await bench.written(id, 6);
    const askedAt = performance.now();
    expect((await bench.client().responses.cancel(id)).status).toBe('cancelled');
    expect(performance.now() - askedAt).toBeLessThan(2_000);
    const run = bench.gateway.logs.find(({ responseId, outcome }) => responseId === id && outcome);
    expect(run).toMatchObject({ outcome: 'client-gone', channel: 'sandbox' });
  });

  it('not when it is finished', async () => {
    const { id } = await create('Done.');
    await bench.finished(id);
    await expect(bench.client().responses.cancel(id)).rejects.toMatchObject({
      status: 400,
      code: 'response_not_cancellable',
    });
  });
});
