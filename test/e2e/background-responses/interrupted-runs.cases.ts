import { beforeAll, describe, expect, it } from '@jest/globals';
import { type BackgroundHarness, type GetHarness, collect, getSequences } from './background-harness.js';

export function describeInterruptedRuns(harnessed: GetHarness): void {
  describe('a background response whose worker is lost', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (input: string) =>
      harness.client().responses.create({ model: 'over-chat', input, background: true });

    /**
     * As if its worker had not renewed the lease for too long: others may take it over, and the first can no longer
     * write.
     */
    const loseLease = (id: string) =>
      harness.gateway.database.query(
        `UPDATE background_responses SET lease_epoch = lease_epoch + 1,
         lease_until = clock_timestamp() - interval '1 second' WHERE id = $1`,
        [id],
      );

    const getEvents = async (id: string) =>
      collect(await harness.client().responses.retrieve(id, { stream: true }));

    it('is made by another worker if it had no output yet, without a trace in its events', async () => {
      const before = harness.upstream.received.length;
      harness.upstream.script({ kind: 'hang' });
      const { id } = await create('Once more.');
      const first = await harness.upstream.waitForRequest(before);
      await loseLease(id);
      const made = await harness.finished(id);
      await first.aborted;
      expect(made).toMatchObject({ id, status: 'completed' });
      expect(await harness.getRow(id)).toMatchObject({ attempts: 2, status: 'completed' });
      expect(harness.upstream.received).toHaveLength(before + 2);
      const events = await getEvents(id);
      expect(getSequences(events)).toEqual(events.map((_, index) => index));
      expect(events.filter(({ type }) => type === 'response.in_progress')).toHaveLength(1);
    });

    it('fails if its output had begun', async () => {
      const before = harness.upstream.received.length;
      harness.upstream.script({ kind: 'stall', afterEvents: 3 });
      const { id } = await create('one two three');
      await harness.written(id, 5);
      await loseLease(id);
      expect(await harness.finished(id)).toMatchObject({
        id,
        status: 'failed',
        background: true,
        error: {
          code: 'server_error',
          message: 'The gateway was interrupted while it generated this response.',
        },
      });
      expect(harness.upstream.received).toHaveLength(before + 1);
      const events = await getEvents(id);
      expect(events.at(-1)?.type).toBe('response.failed');
      expect(getSequences(events)).toEqual(events.map((_, index) => index));
    });

    it('is tried twice at most', async () => {
      const before = harness.upstream.received.length;
      harness.upstream.script({ kind: 'hang' }, { kind: 'hang' });
      const { id } = await create('Again and again.');
      for (const index of [before, before + 1]) {
        await harness.upstream.waitForRequest(index);
        await loseLease(id);
      }
      expect((await harness.finished(id)).status).toBe('failed');
      expect(harness.upstream.received).toHaveLength(before + 2);
    });

    it('is cancelled by the worker that takes it over, if it was to be cancelled in the meantime', async () => {
      const { id } = await create('Wait.');
      await harness.finished(id);
      await harness.stopWorker();
      const { id: waiting } = await create('Nobody is there.');
      await harness.gateway.database.query(
        `UPDATE background_responses SET status = 'in_progress', lease_owner = 'gone', cancel_requested_at = now()
       WHERE id = $1`,
        [waiting],
      );
      const before = harness.upstream.received.length;
      await harness.ensureWorker();
      expect((await harness.finished(waiting)).status).toBe('cancelled');
      expect(harness.upstream.received).toHaveLength(before);
    });

    it('is handed over by a worker that stops before the output begins', async () => {
      await harness.stopWorker();
      const hasty = await harness.startWorker({ drainMs: 50 });
      const before = harness.upstream.received.length;
      harness.upstream.script({ kind: 'hang' });
      const { id } = await create('Hand this over.');
      const first = await harness.upstream.waitForRequest(before);
      await hasty.close();
      await first.aborted;
      expect((await harness.client().responses.retrieve(id)).status).toBe('in_progress');
      await harness.ensureWorker();
      expect((await harness.finished(id)).output_text).toContain('Hand this over.');
    });

    it('fails when its hour is over', async () => {
      await harness.stopWorker();
      const { id } = await create('Too late.');
      await harness.gateway.database.query(
        'UPDATE background_responses SET deadline_at = now() WHERE id = $1',
        [id],
      );
      await harness.ensureWorker();
      expect(await harness.finished(id)).toMatchObject({
        status: 'failed',
        error: { message: 'The response did not finish within one hour.' },
      });
    });
  });
}
