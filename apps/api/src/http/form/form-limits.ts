import { GatewayError } from '#canonical';

const MEGABYTE = 2 ** 20;

export interface FormLimits {
  /** The complete request body. */
  maxBytes: number;
  maxFiles: number;
  maxFields: number;
  maxNameBytes: number;
  maxFieldBytes: number;
  /** The maximum for all fields together, because they are in memory. */
  maxFieldsBytes: number;
  maxPartHeaderBytes: number;
  /** The upload is rejected if no bytes arrive in this time. */
  idleMs: number;
  /** The maximum time for the complete upload. */
  totalMs: number;
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
  totalMs: 600_000,
};

/** The body is not a valid multipart form. */
export function invalidMultipart(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { code: 'invalid_multipart' });
}

/** `what` is the subject of the message; `param` is the name of the part, if one part is too large. */
export function tooLarge(what: string, maxBytes: number, param?: string): GatewayError {
  return new GatewayError('body-too-large', `${what} is larger than ${formatSize(maxBytes)}.`, { param });
}

function formatSize(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes} bytes` : `${Math.floor(bytes / 2 ** 20)} MB`;
}

export function tooSlow(): GatewayError {
  return new GatewayError('request-timeout', 'The upload did not arrive in time.');
}
