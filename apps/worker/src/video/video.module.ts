import { Catalog } from '#catalog';
import { CONFIG, type Config } from '#config';
import { Database, DatabaseModule } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { MediaStore } from '#media';
import { ON_THRESHOLD, type OnThreshold } from '#metering';
import { AttemptControls, RelayModule } from '#relay';
import { SecretBox, SecretsModule } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { WORKER_NAME } from '#jobs';
import { TaskWorker, VideoTasksModule, createTaskWorker } from '#video-tasks';
import { Module } from '@nestjs/common';
import { WORKER_OPTIONS, type WorkerOptions } from '../worker-options.js';

/** Drives video tasks. */
@Module({
  imports: [DatabaseModule, RelayModule, SecretsModule, VideoTasksModule],
  providers: [
    {
      provide: TaskWorker,
      inject: [
        Database,
        SecretBox,
        Catalog,
        AttemptControls,
        MediaStore,
        HttpTransport,
        PublicFetcher,
        ON_THRESHOLD,
        WORKER_NAME,
        WORKER_OPTIONS,
        CONFIG,
        LOGGER,
      ],
      useFactory: createFromProviders,
    },
  ],
})
export class VideoModule {}

type Providers = [
  Database,
  SecretBox,
  Catalog,
  AttemptControls,
  MediaStore,
  HttpTransport,
  PublicFetcher,
  OnThreshold,
  string,
  WorkerOptions,
  Config,
  Logger,
];

function createFromProviders(...providers: Providers): TaskWorker {
  const [dataSource, secretBox, catalog, attempts, media, http, fetcher, onThreshold, ...rest] = providers;
  const [worker, { settings, pass }, { dataDir }, logger] = rest;
  const { health, slots } = attempts;
  const channels = { catalog, health, slots, http, fetcher };
  const storage = { dataSource, secretBox, media, dataDir };
  return createTaskWorker({ worker, ...channels, ...storage, onThreshold, settings, pass, logger });
}
