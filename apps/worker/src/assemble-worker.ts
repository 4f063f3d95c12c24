import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TokenEntity, TokenRepository } from '#access';
import { FinishedResponseRepository, type ResponseWorkSettings } from '#background-responses';
import { type Catalog, ChannelEntity, ModelEntity } from '#catalog';
import { type Config } from '#config';
import { ChangeFeed, connectDatabase, createDataSource, runMigrations, withSetupLock } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { type Service } from '#lifecycle';
import { openMediaStore } from '#media';
import { type SecretBox } from '#secrets';
import { openCatalog } from '#setup';
import { ExpiredResponseRepository, StoredResponseEntity } from '#stored-responses';
import { type Logger, NestLogger } from '#telemetry';
import { type Failpoint, type WorkSettings, openTaskWorker } from '#video-tasks';
import { openBackgroundWorker } from './background-responses/open-background-worker.js';
import { openWebhooks } from './webhooks/open-webhooks.js';
import { WorkerModule, type WorkerParts } from './worker.module.js';

export interface WorkerOptions {
  config: Config;
  databaseUrl: string;
  secretKey: Uint8Array;
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
  const dataSource = createDataSource({
    url: databaseUrl,
    entities: [TokenEntity, StoredResponseEntity, ChannelEntity, ModelEntity],
    poolSize: 10,
  });
  await connectDatabase(dataSource, logger);
  await withSetupLock(dataSource, () => runMigrations(dataSource));
  const catalog = openCatalog({ dataSource, secretBox, config, logger });
  const changes = new ChangeFeed(databaseUrl, logger);
  await changes.start({
    onChange: async (table) => (table === 'tokens' ? undefined : catalog.refresh()),
    onGap: () => catalog.reload(),
  });
  const http = new HttpTransport();
  const fetcher = new PublicFetcher(config.allowedPrivateNetworks);
  const app: INestApplicationContext = await NestFactory.createApplicationContext(
    WorkerModule.with(openParts(options, { dataSource, catalog, http, fetcher })),
    { logger: new NestLogger(logger), abortOnError: false },
  );
  return {
    stop: async () => {
      await app.close();
      await Promise.all([changes.close(), http.close(), fetcher.close()]);
      await dataSource.destroy();
    },
  };
}

interface Connections {
  dataSource: ReturnType<typeof createDataSource>;
  catalog: Catalog;
  http: HttpTransport;
  fetcher: PublicFetcher;
}

function openParts(options: WorkerOptions, connections: Connections): WorkerParts {
  const { config, databaseUrl, secretKey, secretBox, logger, settings, pass, responseSettings } = options;
  const { dataSource, fetcher } = connections;
  const { dataDir } = config;
  const media = openMediaStore({
    dataDir,
    secretKey,
    retentionDays: config.file?.media?.retentionDays,
    publicUrl: () => config.http.publicUrl,
  });
  const worker = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const shared = { ...connections, worker, media, secretBox, logger };
  const storeSettings = config.file?.responses;
  return {
    queue: { redisUrl: config.redisUrl, databaseUrl },
    tokens: new TokenRepository(dataSource),
    responses: new ExpiredResponseRepository(dataSource),
    finishedResponses: new FinishedResponseRepository(dataSource),
    media,
    taskWorker: openTaskWorker({ ...shared, dataDir, settings, pass }),
    responseWorker: openBackgroundWorker({ ...shared, storeSettings, settings: responseSettings }),
    webhooks: openWebhooks({ dataSource, secretBox, secretKey, fetcher, logger }),
    logger,
  };
}
