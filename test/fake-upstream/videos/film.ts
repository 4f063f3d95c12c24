import type { Fields } from '../fields.js';

/** A film that was ordered, as the server's own log has it. */
export interface Film {
  /** What whoever ordered it was told. */
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
  cancelledAtMs?: number;
  deletedAtMs?: number;
}

export interface FilmState {
  status: 'queued' | 'in_progress' | 'completed' | 'failed';
  progress: number;
  error?: { code: string; message: string };
}
