import { AdminModule } from '#admin';
import { BUILT_IN_CHANNEL } from '#catalog';
import { type Config, ConfigModule } from '#config';
import { DatabaseModule } from '#database';
import { AccessDeclarations, ErrorFilter, HttpEdgeModule } from '#http-edge';
import { QUEUE_CLOCK, type QueueClock, createQueueClock } from '#limits';
import { RELAY_OPTIONS, RelayModule, type RelayOptions } from '#relay';
import { OwnSections, SetupModule, builtInChannel } from '#setup';
import { type Logger, TelemetryModule } from '#telemetry';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ConsoleModule } from './console/console.module.js';
import { HealthController } from './health/health.controller.js';
import { AccessGuard } from './http/access.guard.js';
import { GRACE_MS, GracefulShutdown } from './http/graceful-shutdown.js';
import { HttpModule } from './http/http.module.js';
import { OpenConnections } from './http/open-connections.js';
import { MediaController } from './media/media.controller.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ModelApiModule } from './model-api/model-api.module.js';
import { ResponsesApiModule } from './model-api/responses/responses-api.module.js';
import { VideoModule } from './model-api/video/video.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { DEFAULT_SOCKET_LIMITS, SOCKET_LIMITS, type SocketLimits } from './realtime/socket-limits.js';

const KEEP_ALIVE_MS = 10_000;

export interface AppOptions extends Partial<RelayOptions> {
  config: Config;
  logger: Logger;
  /** How long new requests are accepted after the readiness check fails. */
  graceMs: number;
  /** Measures how long requests wait in the queue. The default is the clock of the process. */
  queueClock?: QueueClock | undefined;
  /** Replaces default limits of WebSockets. */
  socketLimits?: Partial<SocketLimits> | undefined;
}

/** The gateway: the model API, the admin API and the web pages. */
@Module({
  imports: [
    AdminModule.register({ imports: [RelayModule] }),
    ConsoleModule,
    DatabaseModule,
    DiscoveryModule,
    HttpEdgeModule,
    HttpModule,
    MetricsModule,
    ModelApiModule,
    RealtimeModule,
    ResponsesApiModule,
    SetupModule,
    VideoModule,
  ],
  controllers: [HealthController, MediaController],
  providers: [
    AccessDeclarations,
    GracefulShutdown,
    OpenConnections,
    OwnSections,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class AppModule {
  static forRoot({
    config,
    logger,
    graceMs,
    keepAliveMs = KEEP_ALIVE_MS,
    countMs,
    linksMs,
    memory,
    queueClock = createQueueClock(),
    socketLimits,
  }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, [
          { provide: BUILT_IN_CHANNEL, useFactory: builtInChannel },
          {
            provide: RELAY_OPTIONS,
            useValue: { keepAliveMs, countMs, linksMs, memory } satisfies RelayOptions,
          },
          { provide: GRACE_MS, useValue: graceMs },
          { provide: QUEUE_CLOCK, useValue: queueClock },
          { provide: SOCKET_LIMITS, useValue: { ...DEFAULT_SOCKET_LIMITS, ...socketLimits } },
        ]),
        TelemetryModule.forRoot(logger, config.tracing),
      ],
    };
  }
}
