import type { ReceivedForm } from './received-form.js';

export interface ReceivedBody {
  /** Empty for a form whose bytes are not stored. */
  raw: Buffer;
  sizeBytes: number;
  sha256: string;
  /** Absent if the body cannot be parsed as a form. */
  form?: ReceivedForm;
}
