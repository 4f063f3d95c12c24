import { BACKGROUND_RESPONSES_QUEUE, openBackgroundResponses } from '#background-responses';
import { type QueueSettings, WakeQueue } from '#queue';
import { openResponseQuota, openResponseStore } from '#stored-responses';
import { type Logger } from '#telemetry';
import { type ResponsesParts } from './responses-providers.js';

type Storage = Omit<Parameters<typeof openBackgroundResponses>[0], 'wake' | 'quota'>;

export interface ResponsesSettings extends Storage {
  queue: QueueSettings;
  logger: Logger;
  keepAliveMs: number;
  /** How much of them each owner may have. */
  limit: Parameters<typeof openResponseQuota>[0]['limit'];
}

export interface OpenedResponses {
  parts: ResponsesParts;
  close(): Promise<void>;
}

/** The responses that are kept, those that run in the background, and the way to wake whoever runs them. */
export function openResponses({
  queue,
  logger,
  keepAliveMs,
  limit,
  ...storage
}: ResponsesSettings): OpenedResponses {
  const wakeQueue = new WakeQueue(queue, BACKGROUND_RESPONSES_QUEUE, logger);
  const wake = (id: string): void => void wakeQueue.add(id);
  const quota = openResponseQuota({ dataSource: storage.dataSource, limit, logger });
  return {
    parts: {
      store: openResponseStore({ ...storage, quota, settings: storage.storeSettings }),
      background: openBackgroundResponses({ ...storage, quota, wake }),
      keepAliveMs,
    },
    close: async () => {
      await Promise.all([wakeQueue.close(), quota.close()]);
    },
  };
}
