import { type Catalog } from '#catalog';
import { type createDataSource } from '#database';
import { type MediaStore } from '#media';
import { type PriceBook } from '#metering';
import { type QueueSettings, WakeQueue } from '#queue';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';
import { VIDEO_QUEUE, type VideoTasks, openVideoTasks } from '#video-tasks';

type VideoTasksSettings = Parameters<typeof openVideoTasks>[0];

export interface VideoSettings {
  dataSource: ReturnType<typeof createDataSource>;
  catalog: Catalog;
  media: MediaStore;
  secretBox: SecretBox;
  prices: Pick<PriceBook, 'priceOf'>;
  pursesFor: NonNullable<VideoTasksSettings['pursesOf']>;
  allowsUnpriced: () => boolean;
  onThreshold: VideoTasksSettings['onThreshold'];
  queue: QueueSettings;
  logger: Logger;
}

export interface OpenedVideo {
  tasks: VideoTasks;
  close(): Promise<void>;
}

/** The tasks, and the way to wake whoever works on them. */
export function openVideo(settings: VideoSettings): OpenedVideo {
  const { dataSource, catalog, media, secretBox, prices, pursesFor, allowsUnpriced, onThreshold } = settings;
  const { queue, logger } = settings;
  const wakeQueue = new WakeQueue(queue, VIDEO_QUEUE, logger);
  const wake = (taskId: string): void => void wakeQueue.add(taskId);
  return {
    tasks: openVideoTasks({
      dataSource,
      catalog: {
        targetsFor: (...asked) => catalog.targetsFor(...asked),
        deadlineMinutesOf: (model) => catalog.deadlineMinutesOf(model),
        priceOf: (model) => priceOfFilms(model, catalog, prices),
      },
      media,
      secretBox,
      pursesOf: pursesFor,
      allowsUnpriced,
      onThreshold,
      wake,
    }),
    close: () => wakeQueue.close(),
  };
}

/** What is held for a film is the price at the channel that is likeliest to make it. */
function priceOfFilms(
  model: string,
  catalog: Catalog,
  prices: Pick<PriceBook, 'priceOf'>,
): ReturnType<Catalog['priceOf']> {
  const [first] = catalog.targetsFor(model, 'video', () => 1);
  if (first === undefined) return catalog.priceOf(model);
  const { channel, upstreamModel } = first;
  return prices.priceOf({ model, provider: channel.provider, upstreamModel })?.price;
}
