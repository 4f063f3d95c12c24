import { createHash, webcrypto } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelSource, GatewayError } from '#canonical';
import {
  type OutboundRequest,
  type Transport,
  readBodyStart,
  readWholeBody,
  sendWithDeadlines,
} from '#egress';
import { type Logger } from '#telemetry';
import { readText } from './read-xml.js';
import { type S3Settings, buildS3Url } from './s3-address.js';
import { type BucketUse, S3Error, toUnavailableError, describeS3Error, parseS3Error } from './s3-error.js';
import { S3Signer } from './s3-signer.js';

const CONNECT_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** A body that is sent more slowly is aborted. */
const MIN_BYTES_PER_MS = 128;
const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 200;
/** No attempt is started after this time, because the caller is waiting. */
const MAX_RETRY_MS = 20_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const MEDIA_USE = { section: 'media.s3', needs: 'read, write, delete and list' };
const NO_BODY = new Uint8Array();
const NO_BODY_SHA256 = createHash('sha256').digest('hex');

export interface S3Request {
  method: NonNullable<OutboundRequest['method']>;
  /** Undefined if the request is about the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

type StreamedResponse = Awaited<ReturnType<typeof sendWithDeadlines>>;

export interface S3Response {
  headers: StreamedResponse['headers'];
  text: string;
}

export interface S3ClientOptions {
  settings: S3Settings;
  transport: Transport;
  /** Logs when the service becomes unavailable and available again. */
  logger?: Pick<Logger, 'warn' | 'info'> | undefined;
  /** The use of the bucket, if it is not for media. */
  use?: Omit<BucketUse, 'address'> | undefined;
  /** The delay before the first retry; later delays are longer. */
  firstDelayMs?: number | undefined;
}

/**
 * Signed requests to a bucket, with retries. Every failure is a GatewayError that clients may see, whose cause is an
 * S3Error.
 */
export class S3Client {
  private readonly signer: S3Signer;
  private failureReason: string | undefined;

  constructor(private readonly options: S3ClientOptions) {
    this.signer = new S3Signer(options.settings);
  }

  /** Describes a failure for admins. */
  describe(error: unknown): string {
    const s3Error = error instanceof GatewayError ? error.cause : error;
    if (!(s3Error instanceof S3Error)) return (error as Error).message;
    const { settings, use = MEDIA_USE } = this.options;
    return describeS3Error(s3Error, settings, { address: buildS3Url(settings).origin, ...use });
  }

  /** For responses that are small or have no body. */
  call(request: S3Request): Promise<S3Response> {
    return this.repeat(request, async () => {
      const response = await this.attempt(request, 'whole');
      const text = (await readWholeBody(response.body, MAX_RESPONSE_BYTES)).toString();
      // Some responses start with a success status before the operation has failed.
      if (text.includes('<Error>') && readText(text, 'Code') !== undefined) {
        throw parseS3Error(500, text, response.headers);
      }
      return { headers: response.headers, text };
    });
  }

  /** For responses that are streamed. */
  open(request: S3Request): Promise<StreamedResponse> {
    return this.repeat(request, () => this.attempt(request, 'bytes'));
  }

  private async repeat<Result>(request: S3Request, attempt: () => Promise<Result>): Promise<Result> {
    const { firstDelayMs = FIRST_DELAY_MS } = this.options;
    const startedAt = performance.now();
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      try {
        const result = await attempt();
        this.logRecovery();
        return result;
      } catch (error) {
        const s3Error = toS3Error(error);
        const isOver = attemptNumber === MAX_ATTEMPTS || performance.now() - startedAt > MAX_RETRY_MS;
        if (isOver || !s3Error.isTransient) throw this.toError(s3Error, request);
      }
      // With jitter, because many requests may have failed together.
      await sleep(firstDelayMs * 3 ** (attemptNumber - 1) * (0.5 + Math.random()));
    }
  }

  private async attempt(
    { method, key, query, headers = {}, body = NO_BODY }: S3Request,
    mode: 'whole' | 'bytes',
  ): Promise<StreamedResponse> {
    const url = buildS3Url(this.options.settings, key, query);
    const sha256 = await hash(body);
    const signed = await this.signer.sign({ method, url, headers: { ...headers }, sha256 });
    const wholeMs = RESPONSE_TIMEOUT_MS + body.length / MIN_BYTES_PER_MS;
    const response = await sendWithDeadlines(
      this.options.transport,
      { method, url, headers: signed, body },
      {
        deadlines: {
          connectMs: CONNECT_TIMEOUT_MS,
          firstByteMs: RESPONSE_TIMEOUT_MS,
          idleMs: IDLE_TIMEOUT_MS,
          wholeMs,
        },
        answer: mode,
        signal: new CancelSource(),
      },
    );
    if (response.status >= 200 && response.status < 300) return response;
    const text = await readBodyStart(response.body, MAX_ERROR_BYTES);
    throw parseS3Error(response.status, text.toString(), response.headers);
  }

  private toError(error: S3Error, { method }: S3Request): GatewayError {
    const isMissing = error.status === 404 && (error.isMissingObject || method === 'HEAD');
    if (!isMissing) this.logFailure(this.describe(error));
    return toUnavailableError(error);
  }

  private logFailure(reason: string): void {
    if (this.failureReason === reason) return;
    this.failureReason = reason;
    this.options.logger?.warn({ reason }, 'the media store is unavailable');
  }

  private logRecovery(): void {
    if (this.failureReason === undefined) return;
    this.failureReason = undefined;
    this.options.logger?.info('the media store is available again');
  }
}

function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const { message, cause } = error as Error;
  const reason = (cause as { code?: unknown } | undefined)?.code;
  return new S3Error(typeof reason === 'string' ? reason : message, { cause: error });
}

/** Hashes in another thread, because a part of a video would block this one for many milliseconds. */
async function hash(body: Uint8Array): Promise<string> {
  if (body.length === 0) return NO_BODY_SHA256;
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('hex');
}
