import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { UsageMaintenance, UsageRepository } from '#metering';
import { type VideoTask, type VideoTasks, type WorkSettings } from '#video-tasks';
import { findPrice, findRevenue } from './stored-charges.js';
import { Client } from './client.js';
import { type HarnessDatabase, type DatabaseCopies, openDatabaseCopies } from './database-copies.js';
import { findBrokenInvariants } from './invariants.js';
import { refusals, refuseToCommit } from './refused-commits.js';
import { type Tier } from './tiers.js';
import { eventually } from '../eventually/index.js';
import { HARNESS_SETTINGS, type VideoHarness, openVideoHarness } from './video-harness.js';
import { admittedCall } from '../harness/admitted-call.js';
import { createVideoTasks } from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

const HOUR_MS = 60 * 60 * 1000;

/** Every copy of the database has to be dropped. */
const TIMEOUT_MS = 150_000;

type UsageRecord = Awaited<ReturnType<UsageRepository['list']>>['records'][number];
type Price = ReturnType<VideoHarness['catalog']['getPrice']>;

/** The circumstances; by default the usual ones. */
interface SceneOptions {
  tier?: Tier;
  price?: Price;
  settings?: Partial<WorkSettings>;
}

/** One gateway, its tasks and a client that requests a video. */
interface Scene {
  harness: VideoHarness;
  tasks: VideoTasks;
  client: Client;
  usage: UsageRepository;
}

describe('the usage of a video', () => {
  let copies: DatabaseCopies;

  beforeAll(async () => {
    copies = await openDatabaseCopies();
  });

  afterAll(() => copies.drop(), TIMEOUT_MS);

  /** Whatever happens in it, every invariant holds in the end, including the ledger. */
  async function within(
    { tier = 'list', price = { perSecondVideo: 0.1 }, settings }: SceneOptions,
    act: (scene: Scene) => Promise<void>,
    database?: HarnessDatabase,
  ): Promise<void> {
    const harness = await openVideoHarness(database ?? (await copies.copy()), tier, settings);
    try {
      await act(buildScene(harness, price));
      const { submitLeaseMs } = HARNESS_SETTINGS;
      const made = harness.upstream.videos.created;
      expect(await findBrokenInvariants({ database: harness.database, made, submitLeaseMs })).toEqual([]);
    } finally {
      await harness.close();
    }
  }

  it('is recorded when it is completed, with its real length and its cost, which is charged once', async () => {
    await within({}, async (scene) => {
      const task = await finish(scene);
      const { id, tokenId, createdAt, finishedAt, result } = task;
      const [record, ...others] = await getRecords(scene);
      expect(others).toEqual([]);
      expect(record).toEqual({
        id: expect.stringMatching(/^[-0-9a-f]{36}$/),
        requestId: id,
        startedAtMs: createdAt.getTime(),
        tokenId,
        owner: 'somebody',
        model: 'video',
        operation: 'video',
        format: 'video-generations',
        channelId: 'channel-list',
        channel: 'list',
        upstreamModel: 'video-1',
        isStreamed: false,
        outcome: 'ok',
        isEstimated: false,
        isCacheHit: false,
        durationMs: Number(finishedAt) - createdAt.getTime(),
        usage: { videoSeconds: result?.durationSeconds },
        costMicroUsd: task.costMicroUsd,
        priceVersion: expect.any(String),
        attempts: [],
      });
      expect(record?.costMicroUsd).toBeGreaterThan(0);
      expect(await findRevenue(scene.harness)).toBe(record?.costMicroUsd);
      expect(await scene.usage.find(id)).toEqual(record);
      expect(await findPrice(scene.harness, record?.priceVersion)).toEqual({ perSecondVideo: 0.1 });
    });
  });

  it('records how the video was requested, and by which client', async () => {
    await within({}, async (scene) => {
      const { harness, tasks } = scene;
      const request = { model: 'video', prompt: 'x', images: [], format: 'openai-videos' } as const;
      const client = { address: '192.0.2.7', userAgent: 'a-client/1.0' };
      const admitted = admittedCall(harness.token, client);
      const { task } = await tasks.accept({ admitted, route: 'test', body: Buffer.from('x'), request });
      await work(scene, () => scene.client.watch(tasks, task.id));
      expect(await getRecords(scene)).toMatchObject([
        { requestId: task.id, format: 'openai-videos', client },
      ]);
    });
  });

  it('is in the sums of the hour in which the video was requested', async () => {
    await within({}, async (scene) => {
      const { harness, usage } = scene;
      const { createdAt, costMicroUsd, result } = await finish(scene);
      const hour = Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS;
      const asked = {
        from: new Date(hour),
        to: new Date(hour + HOUR_MS),
        per: 'hour',
        by: ['model'],
      } as const;
      const expected = [
        {
          names: { model: 'video' },
          requests: 1,
          errors: 0,
          costMicroUsd,
          usage: { videoSeconds: result?.durationSeconds },
        },
      ];
      expect(await usage.sums(asked)).toMatchObject(expected);
      const { usageHours } = await new UsageMaintenance(harness.database).run(new Date());
      expect(usageHours).toBe(1);
      expect(await usage.sums(asked)).toMatchObject(expected);
    });
  });

  it('has no cost if the price is unknown', async () => {
    await within({ price: {} }, async (scene) => {
      const { status } = await finish(scene);
      expect(status).toBe('completed');
      const [record] = await getRecords(scene);
      expect(record).toMatchObject({ outcome: 'ok', usage: { videoSeconds: expect.any(Number) } });
      expect(record).not.toHaveProperty('costMicroUsd');
      expect(record).not.toHaveProperty('priceVersion');
    });
  });

  it('is zero if an upstream accepted the submission and failed', async () => {
    await within({}, async (scene) => {
      scene.harness.upstream.videos.set({ outcome: 'failed' });
      await finish(scene);
      const [record] = await getRecords(scene);
      expect(record).toMatchObject({ outcome: 'upstream-error', costMicroUsd: 0, usage: {} });
      expect(record?.attempts).toMatchObject([
        { outcome: 'upstream-error', error: { message: expect.any(String) } },
      ]);
      expect(await findRevenue(scene.harness)).toBe(0);
    });
  });

  it('names the channel that rejected the video, also if no channel is left', async () => {
    const maxSubmits = 2;
    await within({ settings: { maxSubmits } }, async (scene) => {
      for (let submission = 0; submission < maxSubmits; submission += 1) {
        scene.harness.upstream.script({ kind: 'error', status: 429, headers: { 'retry-after': '0' } });
      }
      const { channelId } = await finish(scene);
      expect(channelId).toBeUndefined();
      expect(await getRecords(scene)).toMatchObject([
        {
          channelId: 'channel-list',
          channel: 'list',
          upstreamModel: 'video-1',
          outcome: 'upstream-overloaded',
          costMicroUsd: 0,
          attempts: Array.from({ length: maxSubmits }, (_, submission) => ({
            channel: 'list',
            upstreamModel: 'video-1',
            outcome: 'upstream-overloaded',
            upstreamStatus: 429,
            error: { message: expect.any(String), requestId: expect.stringMatching(/^req_/) },
            reason: submission === 0 ? 'first' : 'retry',
          })),
        },
      ]);
    });
  });

  it('lists every submission', async () => {
    await within({}, async (scene) => {
      scene.harness.upstream.videos.nextCreate('500-without-creating');
      await finish(scene);
      expect(await getRecords(scene)).toMatchObject([
        {
          outcome: 'ok',
          attempts: [
            { outcome: 'upstream-error', reason: 'first', error: { message: 'responded with status 500' } },
            { outcome: 'ok', reason: 'retry' },
          ],
        },
      ]);
    });
  });

  it('says so if it is unknown whether the submission arrived', async () => {
    await within({ tier: 'none' }, async (scene) => {
      scene.harness.upstream.videos.nextCreate('accept-then-reset');
      await finish(scene);
      expect(await getRecords(scene)).toMatchObject([{ outcome: 'outcome-unknown', costMicroUsd: 0 }]);
    });
  });

  it.each<[string, Price, number | undefined]>([
    ['is that of the request', { perSecondVideo: 0.1 }, 400_000],
    ['has no cost, without a known price,', {}, undefined],
  ])('%s when it is cancelled and cannot be stopped', async (_name, price, cost) => {
    await within({ price }, async (scene) => {
      await cancelInProgress(scene);
      const [record] = await getRecords(scene);
      expect(record).toMatchObject({ outcome: 'cancelled', isEstimated: true, usage: { videoSeconds: 4 } });
      expect(record?.costMicroUsd).toBe(cost);
      expect(await findRevenue(scene.harness)).toBe(cost ?? 0);
    });
  });

  it('is not recorded if no upstream was called', async () => {
    await within({}, async ({ harness, tasks, client, usage }) => {
      const { task } = await client.submit(tasks);
      expect((await tasks.cancel(harness.token, task.id)).status).toBe('failed');
      const late = new Client(harness, 'too late');
      const { task: overdue } = await late.submit(tasks);
      await harness.database.query('UPDATE video_tasks SET deadline_at = clock_timestamp() WHERE id = $1', [
        overdue.id,
      ]);
      const { worker } = harness.openWorker('worker', 'machine');
      await worker.start();
      expect((await late.watch(tasks, overdue.id)).error?.code).toBe(504);
      await worker.stop();
      expect((await usage.list({})).records).toEqual([]);
    });
  });

  it.each([
    ['usage', 'usage_events'],
    ['the end', 'video_task_events', "WHEN (NEW.kind = 'completed')"],
  ])(
    'is stored with the end of its task or not at all, if %s cannot be committed',
    async (_name, ...where) => {
      await within({}, async (scene) => {
        const { harness, client, tasks } = scene;
        const { database } = harness;
        await refuseToCommit(database, ...where);
        const { task } = await client.submit(tasks);
        await work(scene, async () => {
          await eventually(async () => (await refusals(database)) > 0);
          expect(await client.look(tasks, task.id)).toMatchObject({ phase: 'finalizing' });
          expect(await getRecords(scene)).toEqual([]);
          expect(await findRevenue(scene.harness)).toBe(0);
          await database.query('DROP FUNCTION refuse CASCADE');
          expect((await client.watch(tasks, task.id)).status).toBe('completed');
        });
        expect(await getRecords(scene)).toHaveLength(1);
      });
    },
  );

  it('needs no second connection', async () => {
    const { options } = await copies.copy();
    const url = 'url' in options ? String(options.url) : '';
    const single = await createDataSource({ url, entities: [], poolSize: 1 }).initialize();
    await within(
      {},
      async (scene) => {
        expect((await finish(scene)).status).toBe('completed');
        expect(await getRecords(scene)).toHaveLength(1);
      },
      single,
    );
  });
});

function buildScene(harness: VideoHarness, price: Price): Scene {
  const tasks = createVideoTasks({
    ...harness,
    catalog: { ...harness.catalog, getPrice: () => price },
    dataSource: harness.database,
    wake: () => undefined,
  });
  return {
    harness,
    tasks,
    client: new Client(harness, 'a video'),
    usage: new UsageRepository(harness.database),
  };
}

/** Runs this while a worker is running. */
async function work<Result>({ harness }: Scene, act: () => Promise<Result>): Promise<Result> {
  const { worker } = harness.openWorker('worker', 'machine');
  await worker.start();
  const result = await act();
  await worker.stop();
  return result;
}

/** Submits a video, and waits until its task has ended. */
async function finish(scene: Scene): Promise<VideoTask> {
  const { client, tasks } = scene;
  const { task } = await client.submit(tasks);
  return work(scene, () => client.watch(tasks, task.id));
}

async function cancelInProgress(scene: Scene): Promise<void> {
  const { harness, client, tasks } = scene;
  harness.upstream.videos.set({ outcome: 'never', durationMs: 1 });
  const { task } = await client.submit(tasks);
  await work(scene, async () => {
    await eventually(async () => (await client.look(tasks, task.id)).status === 'in_progress');
    await tasks.cancel(harness.token, task.id);
    expect((await client.watch(tasks, task.id)).error?.code).toBe(499);
  });
}

async function getRecords({ usage }: Scene): Promise<UsageRecord[]> {
  return (await usage.list({ operation: 'video' })).records;
}
