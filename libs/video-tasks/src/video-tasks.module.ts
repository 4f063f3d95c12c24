import { Catalog, CatalogModule } from '#catalog';
import { CONFIG, type Config, requireDatabaseUrl } from '#config';
import { Database, DatabaseModule } from '#database';
import { MediaModule, MediaStore } from '#media';
import { BudgetAccounts, ON_THRESHOLD, type OnThreshold, PriceBook, PricesModule } from '#metering';
import { WakeQueue } from '#jobs';
import { SecretBox, SecretsModule } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Module } from '@nestjs/common';
import { createVideoTasks } from './create.repository.js';
import { VIDEO_QUEUE } from './video-queue.js';
import { VideoTasks } from './video-tasks.js';

export const VIDEO_TASKS_OPTIONS = Symbol('video tasks options');

export interface VideoTasksOptions {
  /** Whether workers hear of new tasks at once; otherwise they find them within a second. */
  wakesWorkers: boolean;
}

const WAKE_QUEUE = Symbol('wake queue of video tasks');

/** Video tasks as clients know them. */
@Module({
  imports: [CatalogModule, DatabaseModule, MediaModule, PricesModule, SecretsModule],
  providers: [
    {
      provide: WAKE_QUEUE,
      inject: [CONFIG, LOGGER],
      useFactory: (config: Config, logger: Logger) =>
        new WakeQueue(
          { redisUrl: config.redisUrl, databaseUrl: requireDatabaseUrl(config) },
          VIDEO_QUEUE,
          logger,
        ),
    },
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
        WAKE_QUEUE,
        { token: VIDEO_TASKS_OPTIONS, optional: true },
      ],
      useFactory: createFromProviders,
    },
  ],
  exports: [VideoTasks],
})
export class VideoTasksModule {}

type Providers = [
  Database,
  Catalog,
  MediaStore,
  SecretBox,
  PriceBook,
  BudgetAccounts,
  OnThreshold,
  WakeQueue,
  VideoTasksOptions | undefined,
];

function createFromProviders(...providers: Providers): VideoTasks {
  const [dataSource, catalog, media, secretBox, prices, accounts, onThreshold, queue, options] = providers;
  const { wakesWorkers } = options ?? { wakesWorkers: true };
  return createVideoTasks({
    dataSource,
    catalog: {
      targetsFor: (...asked) => catalog.targetsFor(...asked),
      deadlineMinutesOf: (model) => catalog.deadlineMinutesOf(model),
      priceOf: (model) => videoPrice(model, catalog, prices),
    },
    media,
    secretBox,
    pursesOf: (token) => accounts.of(token),
    allowsUnpriced: () => accounts.allowsUnpriced,
    onThreshold,
    wake: (taskId) => void (wakesWorkers && queue.add(taskId)),
  });
}

/** What is held for a video is the price at the channel that is likeliest to make it. */
function videoPrice(model: string, catalog: Catalog, prices: PriceBook): ReturnType<Catalog['priceOf']> {
  const [first] = catalog.targetsFor(model, 'video', () => 1);
  if (first === undefined) return catalog.priceOf(model);
  const { channel, upstreamModel } = first;
  return prices.priceOf({ model, provider: channel.provider, upstreamModel })?.price;
}
