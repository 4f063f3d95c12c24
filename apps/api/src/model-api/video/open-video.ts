import { type Catalog } from '#catalog';
import { type createDataSource } from '#database';
import { type MediaStore } from '#media';
import { type QueueSettings, WakeQueue } from '#queue';
import { type Logger } from '#telemetry';
import { VIDEO_QUEUE, type VideoTasks, openVideoTasks } from '#video-tasks';

export interface VideoSettings {
  dataSource: ReturnType<typeof createDataSource>;
  catalog: Catalog;
  media: MediaStore;
  queue: QueueSettings;
  logger: Logger;
}

export interface OpenedVideo {
  tasks: VideoTasks;
  close(): Promise<void>;
}

/** The tasks, and the way to wake whoever works on them. */
export function openVideo({ dataSource, catalog, media, queue, logger }: VideoSettings): OpenedVideo {
  const wakeQueue = new WakeQueue(queue, VIDEO_QUEUE, logger);
  const wake = (taskId: string): void => void wakeQueue.add(taskId);
  return {
    tasks: openVideoTasks({ dataSource, catalog, media, wake }),
    close: () => wakeQueue.close(),
  };
}
