import type { RealtimeUsage } from './usage.js';

export type ResponseStatus = 'in_progress' | 'completed' | 'cancelled' | 'failed' | 'incomplete';

/** What is kept of a response. */
export interface ResponseRecord {
  readonly id: string;
  /** Whether the client asked for it or a turn of speech did. */
  readonly trigger: 'client' | 'turn';
  /** Still `in_progress` where the connection went first. */
  readonly status: ResponseStatus;
  /** Why it was cancelled or is incomplete. */
  readonly reason?: string;
  /** What the customer owes, whatever the client was told of it. */
  readonly usage: RealtimeUsage;
  /** The text that was said so far, with what was spoken. */
  readonly text: string;
  readonly metadata: unknown;
  /** True where the client went away before the end. */
  readonly aborted: boolean;
}
