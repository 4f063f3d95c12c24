import { Catalog, CatalogModule, type Choice, type RoutingQuestion, getServiceName } from '#catalog';
import { Database, DatabaseModule } from '#database';
import { JobsModule, Maintenance, QueueBacklogs, WakeQueues } from '#jobs';
import { MediaModule, MediaStore } from '#media';
import { BudgetAccounts, ON_THRESHOLD, type OnThreshold, PriceBook, PricesModule } from '#metering';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { CallbackSigner } from './callback-signer.js';
import { TASKS } from './claims.repository.js';
import { createVideoTasks } from './create-video-tasks.js';
import { FinishedTaskRepository } from './finished-task.repository.js';
import { TaskCallbacks } from './task-callbacks.js';
import { TaskListRepository } from './task-list.repository.js';
import { VIDEO_TASKS_TABLES } from './table-retention.js';
import { UnsealedTaskRepository } from './unsealed-task.repository.js';
import { VIDEO_QUEUE } from './video-queue.js';
import { VideoTasks } from './video-tasks.js';

export const VIDEO_TASKS_OPTIONS = Symbol('video tasks options');

export interface VideoTasksOptions {
  /** Whether workers are woken for new tasks. Otherwise they find them within a second. */
  wakesWorkers: boolean;
}

/** The video tasks of clients, without the worker. */
@Module({
  imports: [
    CatalogModule,
    DatabaseModule,
    JobsModule,
    MediaModule,
    PricesModule,
    SecretsModule,
    SettingsModule,
  ],
  providers: [
    TaskListRepository,
    {
      provide: VideoTasks,
      inject: [
        Database,
        Catalog,
        MediaStore,
        SecretBox,
        PriceBook,
        BudgetAccounts,
        ON_THRESHOLD,
        WakeQueues,
        { token: VIDEO_TASKS_OPTIONS, optional: true },
      ],
      useFactory: createFromProviders,
    },
    {
      provide: TaskCallbacks,
      inject: [Database, SecretBox, WakeQueues, { token: VIDEO_TASKS_OPTIONS, optional: true }],
      useFactory: (...[dataSource, secretBox, queues, options]: CallbackProviders) =>
        new TaskCallbacks({
          dataSource,
          signer: new CallbackSigner(() => secretBox.keys.all()),
          wake: createWake(queues, options),
        }),
    },
  ],
  exports: [TaskCallbacks, TaskListRepository, VideoTasks],
})
export class VideoTasksModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly settings: LiveSettings,
    private readonly backlogs: QueueBacklogs,
  ) {}

  onModuleInit(): void {
    this.backlogs.register('video-tasks', TASKS);
    const finished = new FinishedTaskRepository(this.database, () => getRetentionDays(this.settings));
    const unsealed = new UnsealedTaskRepository(this.database, this.secretBox);
    this.maintenance.register({
      tables: VIDEO_TASKS_TABLES,
      tasks: [
        async (now) => ({ finishedTasks: await finished.delete(now) }),
        // Tasks from earlier versions, whose prompts were not encrypted.
        async () => ({ sealedTasks: await unsealed.sealAll() }),
      ],
    });
  }
}

type Providers = [
  Database,
  Catalog,
  MediaStore,
  SecretBox,
  PriceBook,
  BudgetAccounts,
  OnThreshold,
  WakeQueues,
  VideoTasksOptions | undefined,
];

function createFromProviders(...providers: Providers): VideoTasks {
  const [dataSource, catalog, media, secretBox, prices, accounts, onThreshold, queues, options] = providers;
  return createVideoTasks({
    dataSource,
    catalog: {
      targetsFor: (model) => findTargets(model, catalog),
      getDeadlineMinutes: (model) => catalog.getDeadlineMinutes(model),
      getPrice: (model) => getHoldPrice(model, catalog, prices),
    },
    media,
    secretBox,
    accounts,
    onThreshold,
    wake: createWake(queues, options),
  });
}

type CallbackProviders = [Database, SecretBox, WakeQueues, VideoTasksOptions | undefined];

function createWake(
  queues: WakeQueues,
  { wakesWorkers }: VideoTasksOptions = { wakesWorkers: true },
): (taskId: string) => void {
  return (taskId) => void (wakesWorkers && queues.wake(VIDEO_QUEUE, taskId));
}

/** As long as requests are stored, and at least as long as their videos. */
function getRetentionDays({ current }: LiveSettings): number {
  return Math.max(current['usage.retention_days'], current['media.retention_days']);
}

/** A task is accepted independently of the current health of the channels. */
const IGNORED_HEALTH: RoutingQuestion['health'] = {
  getHealthStatuses: (targets) => targets.map(() => 'healthy'),
  getFirstByteMs: () => undefined,
};

/** The price for which money is held: that at the channel with the highest priority. */
function getHoldPrice(model: string, catalog: Catalog, prices: PriceBook): ReturnType<Catalog['getPrice']> {
  const [first] = findTargets(model, catalog, () => 1);
  if (first === undefined) return catalog.getPrice(model);
  const { channel, upstreamModel, model: name } = first;
  return prices.getPrice({
    model: name,
    provider: getServiceName(channel),
    baseUrl: channel.baseUrl,
    upstreamModel,
  })?.price;
}

/** Only targets of the model itself: the held price is not valid for its fallback models. */
function findTargets(model: string, catalog: Catalog, draw?: RoutingQuestion['draw']): Choice[] {
  const choices = catalog.choose({ model, capability: 'video', draw, health: IGNORED_HEALTH });
  return choices.filter(({ reason }) => reason !== 'fallback');
}
