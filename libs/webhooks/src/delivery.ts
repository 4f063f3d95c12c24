import { type JsonObject } from '#canonical';

/** One event for one receiver, claimed by a worker that is about to send it. */
export interface Delivery {
  /** Receivers use it to detect repetitions. */
  id: string;
  tokenId: string;
  url: string;
  event: string;
  payload: JsonObject;
  /** The trace of the request that caused the event. */
  traceparent?: string | undefined;
  /** Counts the attempt that is about to be made. When a later one has started, results of this one are ignored. */
  attempt: number;
}
