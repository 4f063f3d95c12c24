import type { Fields } from '../fields.js';

/** A video that was submitted, as the server's own log has it. */
export interface Video {
  /** What whoever submitted it was told. */
  readonly id: string;
  /** What its file is called. */
  readonly fileName: string;
  readonly createdAtMs: number;
  /** The account that it is charged to; nobody else can see it. */
  readonly apiKey: string;
  readonly idempotencyKey?: string;
  readonly model: string;
  readonly prompt: string;
  readonly body: Fields;
  /** What it is another version of. */
  readonly remixOf?: string;
  cancelledAtMs?: number;
  deletedAtMs?: number;
}

export interface VideoState {
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  error?: { code: string; message: string };
}
