import { Catalog } from '#catalog';
import { CONFIG, type Config, PublicUrl } from '#config';
import { CredentialSources, CredentialsModule } from '#credentials';
import { Database, DatabaseModule } from '#database';
import { HttpTransport, PublicFetcher } from '#egress';
import { MediaStore } from '#media';
import { ON_THRESHOLD, type OnThreshold } from '#metering';
import { AttemptControls, RelayModule, Router } from '#relay';
import { SecretBox, SecretsModule } from '#secrets';
import { LOGGER, type Logger, Tracing } from '#telemetry';
import { WORKER_NAME } from '#jobs';
import { TaskWorker, VideoTasksModule, createTaskWorker } from '#video-tasks';
import { Module } from '@nestjs/common';
import { WORKER_OPTIONS, type WorkerOptions } from '../worker-options.js';

/** Runs the worker of video tasks. */
@Module({
  imports: [CredentialsModule, DatabaseModule, RelayModule, SecretsModule, VideoTasksModule],
  providers: [
    {
      provide: TaskWorker,
      inject: [
        Database,
        SecretBox,
        Catalog,
        AttemptControls,
        Router,
        MediaStore,
        HttpTransport,
        PublicFetcher,
        CredentialSources,
        ON_THRESHOLD,
        WORKER_NAME,
        WORKER_OPTIONS,
        CONFIG,
        PublicUrl,
        Tracing,
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
  Router,
  MediaStore,
  HttpTransport,
  PublicFetcher,
  CredentialSources,
  OnThreshold,
  string,
  WorkerOptions,
  Config,
  PublicUrl,
  Tracing,
  Logger,
];

function createFromProviders(...providers: Providers): TaskWorker {
  const [dataSource, secretBox, catalog, attempts, { getPrice }, media, http, ...others] = providers;
  const [fetcher, credentials, onThreshold, worker, { settings, pass }, ...rest] = others;
  const [{ dataDir, storesUpstreamErrors: keepsErrorMessages }, address, tracing, logger] = rest;
  const { health, slots } = attempts;
  const openCredentials: CredentialSources['open'] = (account) => credentials.open(account);
  const channels = { catalog, health, slots, getPrice, http, fetcher, openCredentials };
  const storage = { dataSource, secretBox, media, dataDir };
  const publicUrl = (): string => address.current;
  return createTaskWorker({
    worker,
    ...channels,
    ...storage,
    publicUrl,
    onThreshold,
    keepsErrorMessages,
    settings,
    pass,
    tracing,
    logger,
  });
}
