import { AuditModule } from '#audit';
import { BUILT_IN_CHANNEL } from '#catalog';
import { type Config, ConfigModule } from '#config';
import {
  DATABASE_OPTIONS,
  DatabaseModule,
  type DatabaseModuleOptions,
  SchemaCheck,
  workerApplicationName,
} from '#database';
import { ExportsModule } from '#exports';
import { ModelUpdatesModule } from '#model-updates';
import { JobsModule, WORKER_NAME, newWorkerName } from '#jobs';
import { RELAY_OPTIONS, type RelayOptions } from '#relay';
import { RESPONSE_WORKER_OPTIONS, ResponsesModule } from '#responses';
import { InstallationMetrics, OwnSections, builtInChannel } from '#setup';
import { type Logger, TelemetryModule } from '#telemetry';
import { VIDEO_WORK_OPTIONS, VideoTasksModule, type VideoWorkOptions } from '#video-tasks';
import { WebhooksModule } from '#webhooks';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { WorkerMetrics } from './health/worker-metrics.js';
import { WorkerServer } from './health/worker-server.js';
import { type WorkerOptions } from './worker-options.js';

/** Longer than any request: in a worker, no client needs keep-alive events. */
const KEEP_ALIVE_MS = 24 * 60 * 60 * 1000;

const POOL_SIZE = 10;

export interface WorkerModuleOptions extends WorkerOptions {
  config: Config;
  logger: Logger;
}

/** All work in the background, without a waiting client. */
@Module({
  imports: [
    AuditModule,
    DatabaseModule,
    ExportsModule.forWorker(),
    JobsModule,
    JobsModule.forWorker(),
    ModelUpdatesModule,
    ResponsesModule.forWorker(),
    VideoTasksModule.forWorker(),
    WebhooksModule,
  ],
  providers: [InstallationMetrics, OwnSections, WorkerMetrics, WorkerServer],
})
export class WorkerModule implements OnModuleInit {
  constructor(private readonly schema: SchemaCheck) {}

  static forRoot({ config, logger, ...options }: WorkerModuleOptions): DynamicModule {
    const worker = newWorkerName();
    const database: DatabaseModuleOptions = {
      applicationName: workerApplicationName(worker),
      poolSize: POOL_SIZE,
    };
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config, [
          { provide: BUILT_IN_CHANNEL, useFactory: builtInChannel },
          { provide: DATABASE_OPTIONS, useValue: database },
          { provide: RELAY_OPTIONS, useValue: { keepAliveMs: KEEP_ALIVE_MS } satisfies RelayOptions },
          { provide: RESPONSE_WORKER_OPTIONS, useValue: options.responseSettings ?? {} },
          { provide: VIDEO_WORK_OPTIONS, useValue: options satisfies VideoWorkOptions },
          { provide: WORKER_NAME, useValue: worker },
        ]),
        TelemetryModule.forRoot(logger, config.tracing),
      ],
    };
  }

  /** Checks the schema before any task is claimed: a task that cannot be stored would fail or be submitted twice. */
  onModuleInit(): void {
    this.schema.require();
  }
}
