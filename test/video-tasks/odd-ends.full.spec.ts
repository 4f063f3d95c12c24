import { type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type VideoTasks, listImageFiles } from '#video-tasks';
import { Client } from './client.js';
import { type DatabaseCopies, openDatabaseCopies } from './database-copies.js';
import { Gate } from './gate.js';
import { findBrokenInvariants } from './invariants.js';
import { type Tier } from './tiers.js';
import { eventually } from '../eventually/index.js';
import { HARNESS_SETTINGS, type VideoHarness, openVideoHarness, buildToken } from './video-harness.js';
import { startServer } from '../small-server/index.js';
import { createVideoTasks } from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

describe('a task ends correctly', () => {
  let copies: DatabaseCopies;

  beforeAll(async () => {
    copies = await openDatabaseCopies();
  });

  afterAll(() => copies.drop());

  async function within(
    tier: Tier,
    act: (harness: VideoHarness, tasks: VideoTasks) => Promise<void>,
    { submitLeaseMs, stepLeaseMs } = HARNESS_SETTINGS,
  ): Promise<void> {
    const harness = await openVideoHarness(await copies.copy(), tier, { submitLeaseMs, stepLeaseMs });
    try {
      await act(
        harness,
        createVideoTasks({ ...harness, dataSource: harness.database, wake: () => undefined }),
      );
      const { database, upstream } = harness;
      const made = upstream.videos.created;
      expect(await findBrokenInvariants({ database, made, submitLeaseMs })).toEqual([]);
    } finally {
      await harness.close();
    }
  }

  it('if the database is down when an id arrives', async () => {
    await within('none', async (harness, tasks) => {
      let isAway = true;
      const { worker } = harness.openWorker('worker', 'machine', async (failpoint) => {
        if (failpoint !== 'after-spool-before-database' || !isAway) return;
        isAway = false;
        throw new Error('the database is away');
      });
      const client = new Client(harness, 'an id that nobody could be told');
      const { task } = await client.submit(tasks);
      await worker.start();
      expect(await client.watch(tasks, task.id)).toMatchObject({ status: 'completed', submitAttempt: 1 });
      await worker.stop();
    });
  });

  it('if two clients sent the same request and neither submission got a response', async () => {
    await within('list', async (harness, tasks) => {
      harness.upstream.videos.nextCreate('accept-then-reset', 2);
      const clients = [harness.token, buildToken('somebody else')].map(
        (token) => new Client({ token }, 'the same'),
      );
      const submissions = await Promise.all(clients.map((client) => client.submit(tasks)));
      const { worker } = harness.openWorker('worker', 'machine');
      await worker.start();
      for (const [index, client] of clients.entries()) {
        const ended = await client.watch(tasks, submissions[index]?.task.id ?? '');
        expect(ended.status).toBe('completed');
      }
      await worker.stop();
      expect(harness.upstream.videos.created).toHaveLength(2);
    });
  });

  it('if it can no longer be processed', async () => {
    await within('list', async (harness, tasks) => {
      harness.upstream.videos.set({ outcome: 'never', durationMs: 1 });
      const client = new Client(harness, 'an account that cannot be opened');
      const { task } = await client.submit(tasks);
      const { worker } = harness.openWorker('worker', 'machine');
      await worker.start();
      await eventually(async () => (await client.look(tasks, task.id)).phase === 'polling');
      await harness.database.query(
        "UPDATE video_tasks SET sealed_account = '\\x00', deadline_at = clock_timestamp()",
      );
      expect((await client.watch(tasks, task.id)).error?.code).toBe(500);
      await worker.stop();
    });
  });

  it('if it is cancelled while its video is being copied', async () => {
    await within('list', async (harness, tasks) => {
      const copying = new Gate();
      let isCopying = false;
      const { worker } = harness.openWorker('worker', 'machine', async (failpoint) => {
        if (failpoint !== 'in-asset-copy') return;
        isCopying = true;
        await copying.pass();
      });
      copying.stop();
      const client = new Client(harness, 'a video that is as good as there');
      const { task } = await client.submit(tasks);
      await worker.start();
      await eventually(() => isCopying);
      await expect(tasks.cancel(harness.token, task.id)).rejects.toMatchObject({ kind: 'wrong-state' });
      copying.resume();
      expect((await client.watch(tasks, task.id)).status).toBe('completed');
      await worker.stop();
    });
  });

  it('if it is cancelled while it is unknown whether its submission arrived', async () => {
    await within('list', async (harness, tasks) => {
      harness.upstream.videos.nextCreate('500-without-creating');
      const client = new Client(harness, 'a video that is not wanted any more');
      const { task } = await client.submit(tasks);
      const { worker } = harness.openWorker('worker', 'machine');
      await worker.start();
      await eventually(async () => (await client.look(tasks, task.id)).phase === 'submit-unknown');
      await tasks.cancel(harness.token, task.id);
      expect((await client.watch(tasks, task.id)).error?.code).toBe(499);
      await worker.stop();
      expect(harness.upstream.videos.created).toEqual([]);
    });
  });

  it('if no worker ran for an hour, and the list cannot be read at first', async () => {
    await within('list', async (harness, tasks) => {
      const { videos } = harness.upstream;
      videos.nextCreate('accept-then-reset');
      videos.set({ hasList: false });
      const client = new Client(harness, 'a response that was lost before an outage');
      const { task } = await client.submit(tasks);
      const before = harness.openWorker('before', 'machine');
      await before.worker.start();
      await eventually(async () => (await client.look(tasks, task.id)).phase === 'submit-unknown');
      await before.worker.stop();
      await harness.database.query(
        `UPDATE video_tasks SET next_run_at = clock_timestamp() - interval '1 hour',
           resolve_until = clock_timestamp() - interval '1 hour', lease_until = NULL`,
      );
      const { worker } = harness.openWorker('after', 'machine');
      await worker.start();
      // The first search has failed when another one is scheduled.
      const scheduled = await eventually(async () => {
        const seen = await client.look(tasks, task.id);
        return seen.nextRunAt > seen.createdAt || seen.error !== undefined ? seen : undefined;
      });
      expect(scheduled.error).toBeUndefined();
      videos.set({ hasList: true });
      expect(await client.watch(tasks, task.id)).toMatchObject({ status: 'completed', submitAttempt: 1 });
      await worker.stop();
      expect(videos.created).toHaveLength(1);
    });
  });

  it('if an image is behind a very slow link', async () => {
    const images = await serveImages((response) => {
      const timer = setInterval(() => response.write('.'), 10);
      response.once('close', () => clearInterval(timer));
    });
    const settings = { ...HARNESS_SETTINGS, stepLeaseMs: HARNESS_SETTINGS.linksMs };
    const fail = async (harness: VideoHarness, tasks: VideoTasks): Promise<void> => {
      const client = new Client(harness, 'a link that drips', [
        { kind: 'url', url: images.url, param: 'image' },
        { kind: 'url', url: images.url, param: 'last_frame' },
      ]);
      const { task } = await client.submit(tasks);
      const { worker } = harness.openWorker('worker', 'machine');
      await worker.start();
      const { error } = await client.watch(tasks, task.id);
      await worker.stop();
      expect(error).toMatchObject({
        code: 400,
        message: expect.stringMatching(/^image: .* downloaded within/),
      });
      expect(harness.upstream.videos.created).toEqual([]);
    };
    // Its upstream accepts only bytes.
    await within('none', fail, settings).finally(images.close);
  });

  it.each([
    { name: 'is', lostCopies: 0, downloads: 1 },
    { name: 'is not', lostCopies: 1, downloads: 2 },
  ])(
    'if an image is behind a link, several submissions are rejected, and its download $name stored',
    async ({ lostCopies, downloads }) => {
      let count = 0;
      const images = await serveImages((response) => {
        count += 1;
        response.setHeader('content-type', 'image/png').end(`image ${count}`);
      });
      const submit = async (harness: VideoHarness, tasks: VideoTasks): Promise<void> => {
        harness.upstream.videos.nextCreate('429', 3);
        const client = new Client(harness, 'a link', [{ kind: 'url', url: images.url }]);
        const { task } = await client.submit(tasks);
        let remaining = lostCopies;
        const { worker } = harness.openWorker('worker', 'machine', async (failpoint) => {
          if (failpoint !== 'before-first-upstream-byte' || remaining === 0) return;
          remaining -= 1;
          const { request } = await client.look(tasks, task.id);
          for (const { id, extension } of listImageFiles(request.images)) {
            expect(await harness.media.delete(id, extension)).toBe(true);
          }
        });
        await worker.start();
        const ended = await client.watch(tasks, task.id);
        await worker.stop();
        expect([ended.status, ended.submitAttempt, count]).toEqual(['completed', 4, downloads]);
        const sent = JSON.stringify(harness.upstream.videos.created.at(-1)?.body);
        expect(sent).toContain(Buffer.from(`image ${downloads}`).toString('base64'));
      };
      await within('none', submit).finally(images.close);
    },
  );

  it('if its worker is blocked before it has sent the submission', async () => {
    const settings = { ...HARNESS_SETTINGS, submitLeaseMs: 600 };
    const stall = async (harness: VideoHarness, tasks: VideoTasks): Promise<void> => {
      let isToStall = false;
      const { worker } = harness.openWorker('worker', 'machine', async (failpoint) => {
        if (failpoint !== 'before-first-upstream-byte' || !isToStall) return;
        isToStall = false;
        // Timers cannot fire in the meantime.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, settings.submitLeaseMs + 100);
      });
      await worker.start();
      // Leaves a connection open, over which the next submission could be sent at once.
      const first = new Client(harness, 'a video before');
      await first.watch(tasks, (await first.submit(tasks)).task.id);
      isToStall = true;
      const client = new Client(harness, 'a video that is submitted late');
      const { task } = await client.submit(tasks);
      const { status, submitAttempt } = await client.watch(tasks, task.id);
      await worker.stop();
      expect([status, submitAttempt]).toEqual(['completed', 2]);
    };
    await within('list', stall, settings);
  });
});

async function serveImages(
  respond: (response: ServerResponse) => void,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await startServer((_request, response) => respond(response));
  return {
    url: `${server.origin}/`,
    close: () => server.close(),
  };
}
