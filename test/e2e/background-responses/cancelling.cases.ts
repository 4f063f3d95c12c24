import { beforeAll, describe, expect, it } from '@jest/globals';
import { type BackgroundHarness, type GetHarness } from './background-harness.js';
import { measureLeast } from '../../cpu-time/index.js';

export function describeCancelling(harnessed: GetHarness): void {
  describe('a background response is cancelled', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (input: string, model = 'sandbox-chat') =>
      harness.client().responses.create({ model, input, background: true });

    /** Returns how long it takes until the upstream connection is closed. */
    const cancelOne = async (): Promise<number> => {
      harness.upstream.script({ kind: 'stall', afterEvents: 3 });
      const before = harness.upstream.received.length;
      const { id } = await create('one two three', 'over-chat');
      const request = await harness.upstream.waitForRequest(before);
      await harness.written(id, 5);
      const askedAt = performance.now();
      expect(await harness.client().responses.cancel(id)).toMatchObject({ id, status: 'cancelled' });
      const abortedAt = await request.aborted;
      expect((await harness.finished(id)).status).toBe('cancelled');
      expect((await harness.client().responses.cancel(id)).status).toBe('cancelled');
      return abortedAt - askedAt;
    };

    it('at once while it waits for a worker', async () => {
      await harness.stopWorker();
      const { id } = await create('Never mind.', 'over-chat');
      const before = harness.upstream.received.length;
      expect(await harness.client().responses.cancel(id)).toMatchObject({ id, status: 'cancelled' });
      expect((await harness.client().responses.retrieve(id)).status).toBe('cancelled');
      // With the default interval, which the next test is about.
      await harness.ensureWorker({});
      const { id: later } = await create('But this.', 'over-chat');
      await harness.finished(later);
      expect(harness.upstream.received).toHaveLength(before + 1);
    });

    it('within a second while it runs, and the upstream connection is closed', async () => {
      expect(await measureLeast(1_000, cancelOne)).toBeLessThan(1_000);
    });

    it('in the middle of a response of the sandbox', async () => {
      const { id } = await create('Slowly. [[pace=100]] [[words=300]]');
      await harness.written(id, 6);
      const askedAt = performance.now();
      expect((await harness.client().responses.cancel(id)).status).toBe('cancelled');
      // The complete response would have taken half a minute.
      expect(performance.now() - askedAt).toBeLessThan(15_000);
      const run = harness.gateway.logs.find(({ responseId, outcome }) => responseId === id && outcome);
      expect(run).toMatchObject({ outcome: 'client-gone', channel: 'sandbox' });
    });

    it('not when it is finished', async () => {
      const { id } = await create('Done.');
      await harness.finished(id);
      await expect(harness.client().responses.cancel(id)).rejects.toMatchObject({
        status: 400,
        code: 'response_not_cancellable',
      });
    });
  });
}
