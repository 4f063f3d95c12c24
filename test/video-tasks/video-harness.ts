import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Token } from '#access';
import { type Catalog, ChannelHealth, type RoutedTarget, type Target } from '#catalog';
import { HttpTransport, PublicFetcher } from '#egress';
import { SlotQueue } from '#limits';
import { type MediaStore, createMediaStore } from '#media';
import { type SecretBox } from '#secrets';
import { type Failpoint, type TaskWorker, type WorkSettings } from '#video-tasks';
import { pino } from 'pino';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { createToken } from '../token/index.js';
import { type HarnessDatabase } from './database-copies.js';
import { Gate, gatedDatabase, gatedHttp } from './gate.js';
import { type Tier, buildChannel, toProviders } from './tiers.js';
import { TEST_SECRET_BOX } from './test-secret-box.js';
import {
  type VideoTasksSettings,
  createTaskWorker,
} from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

/** The default settings of a worker, with much shorter timeouts. */
export const HARNESS_SETTINGS: WorkSettings = {
  submitLeaseMs: 2_000,
  stepLeaseMs: 2_000,
  linksMs: 500,
  settleMs: 300,
  lookups: 2,
  lostMs: 300,
  pollTimes: { minMs: 20, maxMs: 200, maxAfterFaultMs: 200 },
  maxSubmits: 5,
  maxResultBytes: 10_000_000,
};

/** A worker like a separate process: its side effects can be paused. */
export interface HarnessWorker {
  worker: TaskWorker;
  gate: Gate;
}

/** Tasks are charged only to the account of their token, without a limit. */
export const NO_BUDGETS = { of: () => [], requiresPrice: () => false };

/** The tasks of one gateway in their own database, and an upstream that logs what it has really made. */
export interface VideoHarness {
  database: HarnessDatabase;
  upstream: FakeUpstream;
  media: MediaStore;
  secretBox: SecretBox;
  catalog: VideoTasksSettings['catalog'];
  accounts: typeof NO_BUDGETS;
  token: Token;
  /** Workers of one machine share its disk. */
  openWorker(
    name: string,
    machine: string,
    pass?: (failpoint: Failpoint, gate: Gate) => Promise<void>,
  ): HarnessWorker;
  videos(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openVideoHarness(
  database: HarnessDatabase,
  tier: Tier,
  settings: Partial<WorkSettings> = {},
): Promise<VideoHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-video-tasks-'));
  const upstream = await startFakeUpstream({ videos: { honoursIdempotencyKey: tier === 'key' } });
  const target = { channel: buildChannel(tier, upstream), upstreamModel: 'video-1' };
  const catalog = {
    ...toCatalog([target]),
    targetsFor: () => [target],
    getPrice: () => ({ perSecondVideo: 0.1 }),
    getDeadlineMinutes: () => 1,
  };
  const secretKey = randomBytes(32);
  const media = createMediaStore({
    dataDir: folder,
    secretKeys: () => [secretKey],
    publicUrl: () => 'http://127.0.0.1',
  });
  const shared = { catalog, media, secretBox: TEST_SECRET_BOX, findProvider: toProviders(tier) };
  const http = new HttpTransport();
  const logger = pino({ level: 'silent' });
  const fetcher = new PublicFetcher(['127.0.0.0/8']);
  const opened: HarnessWorker[] = [];
  return {
    database,
    upstream,
    media,
    catalog,
    accounts: NO_BUDGETS,
    secretBox: TEST_SECRET_BOX,
    token: buildToken('somebody'),
    openWorker: (name, machine, pass) => {
      const gate = new Gate();
      const worker = createTaskWorker({
        ...shared,
        worker: name,
        dataSource: gatedDatabase(database, gate),
        http: gatedHttp(http, gate),
        fetcher,
        logger,
        health: new ChannelHealth({ logger }),
        slots: new SlotQueue(),
        dataDir: join(folder, machine),
        settings: { ...HARNESS_SETTINGS, ...settings },
        pass: (failpoint) => pass?.(failpoint, gate) ?? Promise.resolve(),
      });
      opened.push({ worker, gate });
      return { worker, gate };
    },
    videos: async () => {
      const paths = await readdir(join(folder, 'media'), { recursive: true }).catch(() => []);
      return paths.map((path) => basename(path)).filter((name) => name.endsWith('.mp4'));
    },
    close: async () => {
      for (const { gate } of opened) gate.kill();
      await Promise.all(opened.map(({ worker }) => worker.stop()));
      await Promise.all([http.close(), fetcher.close(), upstream.close()]);
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Channels in the given order, whatever their health. */
export function toCatalog(targets: readonly Target[]): Pick<Catalog, 'choose' | 'activeChannels'> {
  const facts: Pick<RoutedTarget, 'model' | 'reason' | 'status'> = {
    model: 'video',
    reason: 'weight',
    status: 'healthy',
  };
  return {
    choose: () => targets.map((target) => ({ ...target, ...facts })),
    activeChannels: targets.map(({ channel }) => channel),
  };
}

export function buildToken(owner: string): Token {
  return createToken({ id: randomUUID(), name: owner, owner });
}
