import { BACKGROUND_RESPONSES_QUEUE, openBackgroundResponses } from '#background-responses';
import { type QueueSettings, WakeQueue } from '#queue';
import { openResponseStore } from '#stored-responses';
import { type Logger } from '#telemetry';
import { type ResponsesParts } from './responses-providers.js';

type Storage = Omit<Parameters<typeof openBackgroundResponses>[0], 'wake'>;

export interface ResponsesSettings extends Storage {
  queue: QueueSettings;
  logger: Logger;
  keepAliveMs: number;
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
  ...storage
}: ResponsesSettings): OpenedResponses {
  const wakeQueue = new WakeQueue(queue, BACKGROUND_RESPONSES_QUEUE, logger);
  const wake = (id: string): void => void wakeQueue.add(id);
  return {
    parts: {
      store: openResponseStore({ ...storage, settings: storage.storeSettings }),
      background: openBackgroundResponses({ ...storage, wake }),
      keepAliveMs,
    },
    close: () => wakeQueue.close(),
  };
}
