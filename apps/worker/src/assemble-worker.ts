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
import {
  FinishedResponseRepository,
  type ResponseWorkSettings,
  openResponseWorker,
} from '#background-responses';
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
import { ExpiredReplaysRepository } from '#replays';
import { type SecretBox } from '#secrets';
import { LiveSettings, SettingRepository, storeSettings } from '#settings';
import { type OpenedRelay, followChanges, openCatalog, openOwners, openRelay } from '#setup';
import { ExpiredResponseRepository, StoredResponseEntity } from '#stored-responses';
import { type Logger, NestLogger } from '#telemetry';
import { type Failpoint, type WorkSettings, openTaskWorker } from '#video-tasks';
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
  const { sharedHealth } = traffic;
  await changes.start(followChanges({ owners, catalog, sharedHealth, settings: liveSettings }));
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
    queue: { redisUrl: config.redisUrl, databaseUrl },
    tokens: new TokenRepository(dataSource),
    signIns: new SignInChores(dataSource),
    clientSecrets: new ClientSecretRepository(dataSource, secretBox),
    responses: new ExpiredResponseRepository(dataSource),
    finishedResponses: new FinishedResponseRepository(dataSource),
    media,
    leases: { sweep: () => sweepLeases(dataSource) },
    channelStates: new ChannelStateRepository(dataSource),
    replays: new ExpiredReplaysRepository(dataSource),
    usage: new UsageChores(dataSource, () => liveSettings.current['usage.retention_days']),
    taskWorker: openTaskWorker({ ...shared, dataDir, onThreshold, settings, pass }),
    responseWorker: openResponseWorker({
      ...shared,
      relay,
      storeSettings: () => storeSettings(liveSettings.current),
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
