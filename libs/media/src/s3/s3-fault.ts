import { GatewayError } from '#canonical';
import { type S3Settings } from './s3-address.js';
import { readText } from './read-xml.js';

const RETRY_AFTER_SECONDS = 10;

/** Codes with a status that says otherwise, but which pass by themselves. */
const PASSING_CODES = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'InternalError']);

export interface FaultFacts {
  /** Undefined where there was no answer. */
  status?: number;
  /** In the words of S3: `NoSuchBucket`. */
  code?: string | undefined;
  /** Where the bucket is, if the answer says that it is elsewhere. */
  region?: string | undefined;
  cause?: unknown;
}

/** What the service answered instead of doing it, or that it did not answer. */
export class S3Fault extends Error {
  readonly status: number | undefined;
  readonly code: string;
  readonly region: string | undefined;

  constructor(message: string, { status, code, region, cause }: FaultFacts) {
    super(message, { cause });
    this.status = status;
    this.code = code ?? '';
    this.region = region;
  }

  /** Whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    if (this.status === undefined || PASSING_CODES.has(this.code)) return true;
    return this.status === 429 || (this.status >= 500 && this.status !== 501);
  }

  get isMissingObject(): boolean {
    return this.status === 404 && this.code === 'NoSuchKey';
  }
}

/** `text` is the beginning of the answer's body. */
export function readFault(
  status: number,
  text: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): S3Fault {
  const code = readText(text, 'Code');
  const region = readText(text, 'Region') ?? headers['x-amz-bucket-region'];
  const message = readText(text, 'Message') ?? `status ${status}`;
  return new S3Fault(message, { status, code, region: typeof region === 'string' ? region : undefined });
}

/** What the caller of the gateway is told: neither whose fault it is nor where the files are is their business. */
export function asUnavailable(fault: unknown): GatewayError {
  if (fault instanceof GatewayError) return fault;
  return new GatewayError(
    'store-unavailable',
    'The store of generated files cannot be used at the moment. Try again soon.',
    { code: 'media_store_unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS, cause: fault },
  );
}

export interface BucketUse {
  address: string;
  /** Where the config file describes the bucket. */
  section: string;
  /** What the key has to be allowed. */
  needs: string;
}

/** One sentence for who runs the gateway: what is wrong, and which setting mends it. */
export function describeFault(
  fault: S3Fault,
  settings: S3Settings,
  { address, section, needs }: BucketUse,
): string {
  const { status, code, region, message } = fault;
  const { bucket } = settings;
  if (status === undefined) return `${address} does not answer: ${message}`;
  if (region !== undefined && region !== settings.region) {
    return `the bucket "${bucket}" is in the region ${region}; correct ${section}.region`;
  }
  const words = BY_CODE[code]?.(settings, { address, section });
  if (words !== undefined) return words;
  if (status === 403) {
    return `${address} does not let the key ${settings.accessKeyId} do this in the bucket "${bucket}"; it needs to ${needs} objects`;
  }
  return `${address} answered with status ${status}${code === '' ? '' : ` (${code})`}: ${message}`;
}

const BY_CODE: Readonly<
  Record<string, ((settings: S3Settings, use: Omit<BucketUse, 'needs'>) => string) | undefined>
> = {
  NoSuchBucket: ({ bucket }, { address, section }) =>
    `there is no bucket "${bucket}" at ${address}; create it, or correct ${section}.bucket`,
  InvalidAccessKeyId: ({ accessKeyId }, { address, section }) =>
    `${address} does not know the key ${accessKeyId}; correct ${section}.accessKeyId`,
  SignatureDoesNotMatch: (_settings, { address, section }) =>
    `${address} refuses the signature; correct ${section}.secretAccessKey`,
  RequestTimeTooSkewed: (_settings, { address }) =>
    `${address} refuses the signature, since its clock and the one of this machine differ; set the clock`,
};
