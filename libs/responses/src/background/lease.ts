import { type BackgroundResponse } from './background-response.js';

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
