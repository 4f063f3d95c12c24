import { CONFIG, type Config, requireDatabaseUrl } from '#config';
import { Database, DatabaseModule } from '#database';
import { Drain } from '#http-edge';
import { WakeQueue } from '#jobs';
import { type DisplacingQuota } from '#quotas';
import { RELAY_OPTIONS, type RelayOptions } from '#relay';
import {
  BACKGROUND_RESPONSES_QUEUE,
  BackgroundResponses,
  openBackgroundResponses,
  openResponseQuota,
  openResponseStore,
  ResponseStore,
  StoredResponseEntity,
} from '#responses';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings, storeSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HttpModule } from '../../http/http.module.js';
import { ModelRequests } from '../model-requests.js';
import { ModelRequestsModule } from '../model-requests.module.js';
import { BackgroundRequests } from './background-requests.js';
import { ResponseEvents } from './response-events.js';
import { ResponsesController } from './responses.controller.js';
import { StatefulResponses } from './stateful-responses.js';

const QUOTA = Symbol('quota of stored responses');
const WAKE_QUEUE = Symbol('wake queue of background responses');

/** Responses that are kept, and those that run in the background. */
@Module({
  imports: [
    DatabaseModule,
    HttpModule,
    ModelRequestsModule,
    SecretsModule,
    SettingsModule,
    TypeOrmModule.forFeature([StoredResponseEntity]),
  ],
  controllers: [ResponsesController],
  providers: [
    {
      provide: QUOTA,
      inject: [Database, LiveSettings, LOGGER],
      useFactory: (dataSource: Database, settings: LiveSettings, logger: Logger) =>
        openResponseQuota({ dataSource, limit: () => quotaSettings(settings.current).responses, logger }),
    },
    {
      provide: ResponseStore,
      inject: [Database, SecretBox, LiveSettings, QUOTA],
      useFactory: (dataSource: Database, secretBox: SecretBox, live: LiveSettings, quota: DisplacingQuota) =>
        openResponseStore({ dataSource, secretBox, quota, settings: () => storeSettings(live.current) }),
    },
    {
      provide: WAKE_QUEUE,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger) =>
        new WakeQueue(
          { redisUrl: config.redisUrl, databaseUrl: requireDatabaseUrl(config) },
          BACKGROUND_RESPONSES_QUEUE,
          logger,
        ),
    },
    {
      provide: BackgroundResponses,
      inject: [Database, SecretBox, LiveSettings, QUOTA, WAKE_QUEUE],
      useFactory: (...[dataSource, secretBox, settings, quota, queue]: BackgroundDependencies) =>
        openBackgroundResponses({
          dataSource,
          secretBox,
          quota,
          storeSettings: () => storeSettings(settings.current),
          wake: (id) => void queue.add(id),
        }),
    },
    {
      provide: ResponseEvents,
      inject: [BackgroundResponses, Drain, RELAY_OPTIONS],
      useFactory: (background: BackgroundResponses, drain: Drain, { keepAliveMs }: RelayOptions) =>
        new ResponseEvents({ background, drain, keepAliveMs }),
    },
    {
      provide: StatefulResponses,
      inject: [ModelRequests, ResponseStore, BackgroundResponses, ResponseEvents, LOGGER],
      useFactory: (...[requests, store, background, events, logger]: ResponsesDependencies) => {
        const inBackground = new BackgroundRequests({ requests, store, background, events });
        return new StatefulResponses(requests, store, inBackground, logger);
      },
    },
  ],
})
export class ResponsesModule {}

type BackgroundDependencies = [Database, SecretBox, LiveSettings, DisplacingQuota, WakeQueue];
type ResponsesDependencies = [ModelRequests, ResponseStore, BackgroundResponses, ResponseEvents, Logger];
