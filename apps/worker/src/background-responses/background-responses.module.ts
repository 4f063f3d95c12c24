import { Database, DatabaseModule } from '#database';
import { type DisplacingQuota } from '#quotas';
import { Relay, RelayModule } from '#relay';
import { openResponseQuota, openResponseWorker, ResponseWorker, StoredResponseEntity } from '#responses';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings, storeSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WORKER_OPTIONS, type WorkerOptions } from '../worker-options.js';

const QUOTA = Symbol('quota of stored responses');

/** Makes responses while nobody waits. */
@Module({
  imports: [
    DatabaseModule,
    RelayModule,
    SecretsModule,
    SettingsModule,
    TypeOrmModule.forFeature([StoredResponseEntity]),
  ],
  providers: [
    {
      provide: QUOTA,
      inject: [Database, LiveSettings, LOGGER],
      useFactory: (dataSource: Database, settings: LiveSettings, logger: Logger) =>
        openResponseQuota({ dataSource, limit: () => quotaSettings(settings.current).responses, logger }),
    },
    {
      provide: ResponseWorker,
      inject: [Database, SecretBox, LiveSettings, Relay, QUOTA, WORKER_OPTIONS, LOGGER],
      useFactory: (...[dataSource, secretBox, live, relay, quota, worker, logger]: WorkerDependencies) =>
        openResponseWorker({
          worker: worker.name,
          dataSource,
          secretBox,
          storeSettings: () => storeSettings(live.current),
          quota,
          relay,
          logger,
          settings: worker.responseSettings,
        }),
    },
  ],
})
export class BackgroundResponsesModule {}

type WorkerDependencies = [Database, SecretBox, LiveSettings, Relay, DisplacingQuota, WorkerOptions, Logger];
