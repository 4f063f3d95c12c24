import { type JsonObject } from '#canonical';
import { type TraceHeaders } from '#telemetry';
import { type backgroundState, responseState } from '#wire';
import { type StoredResponse } from '../stored/stored-response.js';

/** Where jobs say that a response may be due. */
export const BACKGROUND_RESPONSES_QUEUE = 'background-responses';

const FINISHED = ['completed', 'failed', 'cancelled', 'incomplete'] as const;

export type FinishedStatus = (typeof FINISHED)[number];
export type BackgroundStatus = 'queued' | 'in_progress' | FinishedStatus;

/** What is run, as it was asked for. */
export interface BackgroundRequest extends backgroundState.AskedInBackground {
  /** Those of the client that matter to a relay. */
  headers: Record<string, string>;
  /** The span of the request that ordered it, where that is traced. */
  trace?: TraceHeaders | undefined;
}

/** A response that is made while nobody waits for it. */
export interface BackgroundResponse {
  id: string;
  owner: string;
  tokenId: string;
  status: BackgroundStatus;
  request: BackgroundRequest;
}

/** The right to work on a response. A new epoch shuts out whoever held it before. */
export interface Lease {
  id: string;
  epoch: string;
}

/** A response that was taken up, and all that decides what becomes of it. */
export interface ClaimedResponse extends BackgroundResponse {
  lease: Lease;
  /** How often its run has begun. */
  attempts: number;
  isCancelRequested: boolean;
  /** Until its deadline; negative behind it. */
  remainingMs: number;
  /** The number of its next event. */
  nextSequence: number;
}

export function isFinishedStatus(status: unknown): status is FinishedStatus {
  return FINISHED.some((finished) => finished === status);
}

/** A response of the background as its owner finds it, running or finished: like any other. */
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
