import { type backgroundState } from '#wire';

const FINISHED = ['completed', 'failed', 'cancelled', 'incomplete'] as const;

export type FinishedStatus = (typeof FINISHED)[number];
export type BackgroundStatus = 'queued' | 'in_progress' | FinishedStatus;

/** What is run, as it was asked for. */
export interface BackgroundRequest extends backgroundState.AskedInBackground {
  /** Those of the client that matter to a relay. */
  headers: Record<string, string>;
}

/** A response that is made while nobody waits for it. */
export interface BackgroundResponse {
  id: string;
  owner: string;
  tokenId: string;
  status: BackgroundStatus;
  request: BackgroundRequest;
}

export function isFinishedStatus(status: unknown): status is FinishedStatus {
  return FINISHED.some((finished) => finished === status);
}
