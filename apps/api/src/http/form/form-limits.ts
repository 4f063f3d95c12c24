const MEGABYTE = 2 ** 20;

export interface FormLimits {
  /** Of the whole request body. */
  maxBytes: number;
  maxFiles: number;
  maxFields: number;
  maxNameBytes: number;
  maxFieldBytes: number;
  /** Of all fields together: they are held in memory. */
  maxFieldsBytes: number;
  maxPartHeaderBytes: number;
  /** How long nothing may arrive. */
  idleMs: number;
  /** How long the whole upload may take. */
  wholeMs: number;
}

export const DEFAULT_FORM_LIMITS: FormLimits = {
  maxBytes: 512 * MEGABYTE,
  maxFiles: 20,
  maxFields: 50,
  maxNameBytes: 200,
  maxFieldBytes: MEGABYTE,
  maxFieldsBytes: 4 * MEGABYTE,
  maxPartHeaderBytes: 8 * 1024,
  idleMs: 30_000,
  wholeMs: 600_000,
};
