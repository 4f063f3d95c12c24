import { GatewayError } from '#canonical';
import { type S3Settings } from './s3-address.js';
import { readText } from './read-xml.js';

const RETRY_AFTER_SECONDS = 10;

/** Codes of temporary errors whose status suggests otherwise. */
const TRANSIENT_CODES = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'InternalError']);

export interface S3ErrorDetails {
  /** Undefined if there was no response. */
  status?: number;
  /** The error code of S3, such as `NoSuchBucket`. */
  code?: string | undefined;
  /** The region of the bucket, if the response contains it. */
  region?: string | undefined;
  cause?: unknown;
}

/** An error response of the service, or a failure without a response. */
export class S3Error extends Error {
  readonly status: number | undefined;
  readonly code: string;
  readonly region: string | undefined;

  constructor(message: string, { status, code, region, cause }: S3ErrorDetails) {
    super(message, { cause });
    this.status = status;
    this.code = code ?? '';
    this.region = region;
  }

  /** The same request may succeed a moment later. */
  get isTransient(): boolean {
    if (this.status === undefined || TRANSIENT_CODES.has(this.code)) return true;
    return this.status === 429 || (this.status >= 500 && this.status !== 501);
  }

  get isMissingObject(): boolean {
    return this.status === 404 && this.code === 'NoSuchKey';
  }
}

/** `text` is the start of the response body. */
export function parseS3Error(
  status: number,
  text: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): S3Error {
  const code = readText(text, 'Code');
  const region = readText(text, 'Region') ?? headers['x-amz-bucket-region'];
  const message = readText(text, 'Message') ?? `status ${status}`;
  return new S3Error(message, { status, code, region: typeof region === 'string' ? region : undefined });
}

/** The error for callers of the gateway, without the cause and the location of the files. */
export function toUnavailableError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return new GatewayError(
    'store-unavailable',
    'The storage for generated files is unavailable. Try again in a moment.',
    { code: 'media_store_unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
  );
}

export interface BucketUse {
  address: string;
  /** The section of the config file that describes the bucket. */
  section: string;
  /** The permissions that the access key requires. */
  needs: string;
}

/** One sentence for admins: the problem, and the setting that fixes it. */
export function describeS3Error(
  error: S3Error,
  settings: S3Settings,
  { address, section, needs }: BucketUse,
): string {
  const { status, code, region, message } = error;
  const { bucket } = settings;
  if (status === undefined) return `${address} does not respond: ${message}`;
  if (region !== undefined && region !== settings.region) {
    return `the bucket "${bucket}" is in the region ${region}; set ${section}.region to it`;
  }
  const description = BY_CODE[code]?.(settings, { address, section });
  if (description !== undefined) return description;
  if (status === 403) {
    return `the access key ${settings.accessKeyId} lacks permissions for the bucket "${bucket}" at ${address}; it must be allowed to ${needs} objects`;
  }
  return `${address} returned status ${status}${code === '' ? '' : ` (${code})`}: ${message}`;
}

const BY_CODE: Readonly<
  Record<string, ((settings: S3Settings, use: Omit<BucketUse, 'needs'>) => string) | undefined>
> = {
  NoSuchBucket: ({ bucket }, { address, section }) =>
    `there is no bucket "${bucket}" at ${address}; create it, or correct ${section}.bucket`,
  InvalidAccessKeyId: ({ accessKeyId }, { address, section }) =>
    `the access key ${accessKeyId} does not exist at ${address}; correct ${section}.accessKeyId`,
  SignatureDoesNotMatch: (_settings, { address, section }) =>
    `${address} rejected the signature; correct ${section}.secretAccessKey`,
  RequestTimeTooSkewed: (_settings, { address }) =>
    `${address} rejected the signature because its clock and the clock of this machine differ; correct the clock`,
};
