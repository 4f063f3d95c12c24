import type { RealtimeUsage } from './usage.js';

export type ResponseStatus = 'in_progress' | 'completed' | 'cancelled' | 'failed' | 'incomplete';

/** The record of a response. */
export interface ResponseRecord {
  readonly id: string;
  /** Whether the client requested it or a turn of speech started it. */
  readonly trigger: 'client' | 'turn';
  /** Still `in_progress` if the connection closed first. */
  readonly status: ResponseStatus;
  /** Why it was cancelled or is incomplete. */
  readonly reason?: string;
  /** The billed usage, whether or not the client received it. */
  readonly usage: RealtimeUsage;
  /** The text so far, including the transcript of audio. */
  readonly text: string;
  readonly metadata: unknown;
  /** True if the client disconnected before the end. */
  readonly aborted: boolean;
}
