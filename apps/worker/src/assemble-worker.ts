import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ClientSecretEntity,
  ClientSecretRepository,
  OwnerEntity,
  SignInChores,
  TokenEntity,
  TokenRepository,
} from '#access';
import { type ResponseWorkSettings, openResponseWorker } from '#background-responses';
import { type Catalog, ChannelEntity, ChannelStateRepository, ModelEntity } from '#catalog';
import { type Config } from '#config';
import {
  ChangeFeed,
  connectDatabase,
  createDataSource,
  runMigrations,
  withSetupLock,
  workerApplicationName,
} from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { type Service } from '#lifecycle';
import { type MediaStore, openMediaStore } from '#media';
import { UsageChores, sweepLeases } from '#metering';
import { StorageUseRepository } from '#quotas';
import { ExpiredReplaysRepository } from '#replays';
import { type SecretBox } from '#secrets';
import { LiveSettings, SettingRepository, quotaSettings, storeSettings } from '#settings';
import { type OpenedRelay, followChanges, openCatalog, openOwners, openRelay } from '#setup';
import { StoredResponseEntity, openResponseQuota } from '#stored-responses';
import { type Logger, NestLogger } from '#telemetry';
import {
  type Failpoint,
  FinishedTaskRepository,
  UnsealedTaskRepository,
  type WorkSettings,
  openTaskWorker,
} from '#video-tasks';
import { MaintenanceRunsRepository } from './upkeep/maintenance-runs.repository.js';
import { deleteExpiredRows } from './upkeep/table-retention.js';
import { openWebhooks } from './webhooks/open-webhooks.js';
import { WorkerModule, type WorkerParts } from './worker.module.js';

/** Longer than anything runs: nobody listens who would have to be told that an answer is still coming. */
const KEEP_ALIVE_MS = 24 * 60 * 60 * 1000;

const ENTITIES = [
  TokenEntity,
  ClientSecretEntity,
  OwnerEntity,
  StoredResponseEntity,
  ChannelEntity,
  ModelEntity,
];

export interface WorkerOptions {
  config: Config;
  databaseUrl: string;
  secretBox: SecretBox;
  logger: Logger;
  /** How patient the work on tasks is, where it is not as usual. */
  settings?: Partial<WorkSettings>;
  /** The same for responses in the background. */
  responseSettings?: Partial<ResponseWorkSettings>;
  /** Called at the moments at which a test lets a process die. */
  pass?: (failpoint: Failpoint) => Promise<void>;
}

/** Everything that works while nobody waits for an answer, connected and running. */
export async function assembleWorker(options: WorkerOptions): Promise<Service> {
  const { config, databaseUrl, secretBox, logger } = options;
  const worker = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const dataSource = createDataSource({
    applicationName: workerApplicationName(worker),
    url: databaseUrl,
    entities: ENTITIES,
    poolSize: 10,
  });
  await connectDatabase(dataSource, logger);
  await withSetupLock(dataSource, () => runMigrations(dataSource));
  const catalog = openCatalog({ dataSource, secretBox, config, logger });
  const liveSettings = new LiveSettings(new SettingRepository(dataSource), config.file);
  const owners = openOwners(dataSource, liveSettings);
  const http = new HttpTransport();
  const fetcher = new PublicFetcher(config.allowedPrivateNetworks);
  const media = openMediaStore({
    dataDir: config.dataDir,
    secretKeys: () => secretBox.keys.all(),
    retentionDays: () => liveSettings.current['media.retention_days'],
    publicUrl: () => config.http.publicUrl,
    quota: { database: dataSource, limit: () => quotaSettings(liveSettings.current).media },
  });
  const connections = { worker, dataSource, catalog, liveSettings, http, fetcher, media };
  const traffic = await openRelay({
    ...connections,
    databaseUrl,
    secretBox,
    config,
    owners,
    settings: liveSettings,
    keepAliveMs: KEEP_ALIVE_MS,
    logger,
  });
  const changes = new ChangeFeed(databaseUrl, logger);
  await changes.start(followChanges({ ...traffic, owners, catalog, settings: liveSettings }));
  const app: INestApplicationContext = await NestFactory.createApplicationContext(
    WorkerModule.with(openParts(options, { ...connections, traffic })),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  return {
    stop: async () => {
      await app.close();
      await Promise.all([changes.close(), traffic.close()]);
      await Promise.all([http.close(), fetcher.close()]);
      await dataSource.destroy();
    },
  };
}

interface Connections {
  /** By which leases say who holds them. */
  worker: string;
  dataSource: ReturnType<typeof createDataSource>;
  catalog: Catalog;
  liveSettings: LiveSettings;
  http: HttpTransport;
  fetcher: PublicFetcher;
  media: MediaStore;
  traffic: OpenedRelay;
}

function openParts(options: WorkerOptions, connections: Connections): WorkerParts {
  const { config, databaseUrl, secretBox, logger, settings, pass, responseSettings } = options;
  const { dataSource, liveSettings, fetcher, media, traffic } = connections;
  const { dataDir } = config;
  const { relay, onThreshold } = traffic;
  const shared = { ...connections, secretBox, logger };
  return {
    worker: connections.worker,
    queue: { redisUrl: config.redisUrl, databaseUrl },
    maintenanceRuns: new MaintenanceRunsRepository(dataSource),
    tokens: new TokenRepository(dataSource),
    signIns: new SignInChores(dataSource),
    clientSecrets: new ClientSecretRepository(dataSource, secretBox),
    retention: { deleteExpired: (now) => deleteExpiredRows(dataSource, now) },
    finishedTasks: new FinishedTaskRepository(dataSource, () => taskRetentionDays(liveSettings)),
    unsealedTasks: new UnsealedTaskRepository(dataSource, secretBox),
    media,
    leases: { sweep: () => sweepLeases(dataSource) },
    channelStates: new ChannelStateRepository(dataSource),
    replays: new ExpiredReplaysRepository(dataSource, () => {
      const { items, bytes } = quotaSettings(liveSettings.current).cachedAnswers;
      return { maxOwnerAnswers: items, maxOwnerBytes: bytes };
    }),
    storage: new StorageUseRepository(dataSource),
    usage: new UsageChores(dataSource, () => liveSettings.current['usage.retention_days']),
    taskWorker: openTaskWorker({ ...shared, ...traffic.attempts, dataDir, onThreshold, settings, pass }),
    responseWorker: openResponseWorker({
      ...shared,
      relay,
      storeSettings: () => storeSettings(liveSettings.current),
      quota: openResponseQuota({
        dataSource,
        limit: () => quotaSettings(liveSettings.current).responses,
        logger,
      }),
      settings: responseSettings,
    }),
    webhooks: openWebhooks({
      dataSource,
      secretBox,
      gatewaySecret: config.file?.budgets?.webhook?.secret,
      fetcher,
      logger,
    }),
    logger,
  };
}

/** As long as what they used is shown, and never shorter than their videos can be had. */
function taskRetentionDays({ current }: LiveSettings): number {
  return Math.max(current['usage.retention_days'], current['media.retention_days']);
}
