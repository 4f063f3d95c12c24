import type { ReceivedForm } from './received-form.js';

export interface ReceivedBody {
  /** Empty for a form whose bytes are not kept. */
  raw: Buffer;
  sizeBytes: number;
  sha256: string;
  /** Absent for anything that cannot be read as a form. */
  form?: ReceivedForm;
}
