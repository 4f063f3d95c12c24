import { type CallRecord } from '#admission';
import { type JsonObject } from '#canonical';
import { type TraceHeaders } from '#telemetry';
import { type backgroundState, responseState } from '#wire';
import { type StoredResponse } from '../stored/stored-response.js';

/** The queue whose jobs announce that a response may be due. */
export const BACKGROUND_RESPONSES_QUEUE = 'background-responses';

const FINISHED = ['completed', 'failed', 'cancelled', 'incomplete'] as const;

export type FinishedStatus = (typeof FINISHED)[number];
export type BackgroundStatus = 'queued' | 'in_progress' | FinishedStatus;

/** The request of a background response. */
export interface BackgroundRequest extends backgroundState.AskedInBackground {
  /** The headers of the client that the relay uses. */
  headers: Record<string, string>;
  /** The client that requested it. Undefined in responses that were created before this was stored. */
  client: CallRecord['client'];
  /** The span of the request that created it, if it is traced. */
  trace?: TraceHeaders | undefined;
}

/** A response that is generated without a connected client. */
export interface BackgroundResponse {
  id: string;
  owner: string;
  tokenId: string;
  status: BackgroundStatus;
  request: BackgroundRequest;
}

/** The right to work on a response. A new epoch invalidates the lease of the previous worker. */
export interface Lease {
  id: string;
  epoch: string;
}

/** A stored request, and its size in the database. */
export interface StoredRequest {
  id: string;
  requestBytes: number;
}

/** A response that a worker has claimed. Its request is not loaded yet. */
export interface ClaimedResponse extends Omit<BackgroundResponse, 'request'>, StoredRequest {
  lease: Lease;
  /** How many runs have started. */
  attempts: number;
  isCancelRequested: boolean;
  /** Until its deadline. Negative after it. */
  remainingMs: number;
  /** The sequence number of its next event. */
  nextSequence: number;
}

export interface LoadedResponse extends ClaimedResponse {
  request: BackgroundRequest;
}

export function isFinishedStatus(status: unknown): status is FinishedStatus {
  return FINISHED.some((finished) => finished === status);
}

/** Converts a background response, running or finished, to the form of stored responses. */
export async function toStoredResponse(
  { id, request }: Pick<BackgroundResponse, 'id' | 'request'>,
  response: JsonObject,
): Promise<StoredResponse> {
  const { asked, requestId } = request;
  const previousId = asked['previous_response_id'];
  return {
    id,
    previousId: typeof previousId === 'string' ? previousId : undefined,
    input: await responseState.buildItems(asked['input'], requestId),
    response,
  };
}
