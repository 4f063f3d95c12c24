import { type JsonObject } from '#canonical';

/** One event on its way to one receiver, taken by somebody who is about to send it. */
export interface Delivery {
  /** The receiver knows by it that two calls tell of the same event. */
  id: string;
  tokenId: string;
  url: string;
  event: string;
  payload: JsonObject;
  /** The request that it tells of, in a trace. */
  traceparent?: string | undefined;
  /** Counts the one that is about to be made. A later one shuts out whoever made this one. */
  attempt: number;
}
