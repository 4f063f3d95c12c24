import type { Fields } from '../fields.js';

/** A submitted video, as the server has recorded it. */
export interface Video {
  /** The id that its client received. */
  readonly id: string;
  /** The name of its file. */
  readonly fileName: string;
  readonly createdAtMs: number;
  /** The account that pays for it; others cannot access it. */
  readonly apiKey: string;
  readonly idempotencyKey?: string;
  readonly model: string;
  readonly prompt: string;
  readonly body: Fields;
  /** The original of a remix. */
  readonly remixOf?: string;
  cancelledAtMs?: number;
  deletedAtMs?: number;
}

export interface VideoState {
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  error?: { code: string; message: string };
}
