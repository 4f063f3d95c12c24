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
import { type S3Settings, locate } from './s3-address.js';
import { type BucketUse, S3Fault, asUnavailable, describeFault, readFault } from './s3-fault.js';
import { S3Signer } from './s3-signer.js';

const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;
const IDLE_MS = 30_000;
/** A body that is sent more slowly than this is given up. */
const SLOWEST_BYTES_PER_MS = 128;
const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 200;
/** Nothing is begun again after this: whoever waits is told instead. */
const GIVE_UP_MS = 20_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_FAULT_BYTES = 64 * 1024;
const MEDIA_USE = { section: 'media.s3', needs: 'read, write, delete and list' };
const NO_BODY = new Uint8Array();
const NO_BODY_SHA256 = createHash('sha256').digest('hex');

export interface S3Request {
  method: NonNullable<OutboundRequest['method']>;
  /** None for what concerns the bucket. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

type Response = Awaited<ReturnType<typeof sendWithDeadlines>>;

export interface S3Answer {
  headers: Response['headers'];
  text: string;
}

export interface S3ClientOptions {
  settings: S3Settings;
  transport: Transport;
  /** Told when the service begins to fail, and when it works again. */
  logger?: Pick<Logger, 'warn' | 'info'> | undefined;
  /** What the bucket is for, where it is not for media. */
  use?: Omit<BucketUse, 'address'> | undefined;
  /** Before something is tried again for the first time; later it is longer. */
  firstDelayMs?: number | undefined;
}

/**
 * Signed requests to a bucket, each tried a few times. Every failure is a GatewayError that clients may see, whose cause
 * is an S3Fault.
 */
export class S3Client {
  private readonly signer: S3Signer;
  private trouble: string | undefined;

  constructor(private readonly options: S3ClientOptions) {
    this.signer = new S3Signer(options.settings);
  }

  /** What to tell who runs the gateway of a failure. */
  describe(error: unknown): string {
    const fault = error instanceof GatewayError ? error.cause : error;
    if (!(fault instanceof S3Fault)) return (error as Error).message;
    const { settings, use = MEDIA_USE } = this.options;
    return describeFault(fault, settings, { address: locate(settings).origin, ...use });
  }

  /** For answers that are small, or have no body. */
  call(request: S3Request): Promise<S3Answer> {
    return this.repeat(request, async () => {
      const response = await this.attempt(request, 'whole');
      const text = (await readWholeBody(response.body, MAX_ANSWER_BYTES)).toString();
      // Some answers begin before the work is done: they have failed all the same.
      if (text.includes('<Error>') && readText(text, 'Code') !== undefined) {
        throw readFault(500, text, response.headers);
      }
      return { headers: response.headers, text };
    });
  }

  /** For answers that are read as they come. */
  open(request: S3Request): Promise<Response> {
    return this.repeat(request, () => this.attempt(request, 'bytes'));
  }

  private async repeat<Answer>(request: S3Request, attempt: () => Promise<Answer>): Promise<Answer> {
    const { firstDelayMs = FIRST_DELAY_MS } = this.options;
    const startedAt = performance.now();
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await attempt();
        this.noteAnswer();
        return answer;
      } catch (error) {
        const fault = asFault(error);
        const isOver = tried === MAX_ATTEMPTS || performance.now() - startedAt > GIVE_UP_MS;
        if (isOver || !fault.isPassing) throw this.toError(fault, request);
      }
      // Not all at the same moment: many may have failed together.
      await sleep(firstDelayMs * 3 ** (tried - 1) * (0.5 + Math.random()));
    }
  }

  private async attempt(
    { method, key, query, headers = {}, body = NO_BODY }: S3Request,
    answer: 'whole' | 'bytes',
  ): Promise<Response> {
    const url = locate(this.options.settings, key, query);
    const sha256 = await hash(body);
    const signed = await this.signer.sign({ method, url, headers: { ...headers }, sha256 });
    const wholeMs = ANSWER_MS + body.length / SLOWEST_BYTES_PER_MS;
    const response = await sendWithDeadlines(
      this.options.transport,
      { method, url, headers: signed, body },
      {
        deadlines: { connectMs: CONNECT_MS, firstByteMs: ANSWER_MS, idleMs: IDLE_MS, wholeMs },
        answer,
        signal: new CancelSource(),
      },
    );
    if (response.status >= 200 && response.status < 300) return response;
    const text = await readBodyStart(response.body, MAX_FAULT_BYTES);
    throw readFault(response.status, text.toString(), response.headers);
  }

  private toError(fault: S3Fault, { method }: S3Request): GatewayError {
    const isMissing = fault.status === 404 && (fault.isMissingObject || method === 'HEAD');
    if (!isMissing) this.noteTrouble(this.describe(fault));
    return asUnavailable(fault);
  }

  private noteTrouble(reason: string): void {
    if (this.trouble === reason) return;
    this.trouble = reason;
    this.options.logger?.warn({ reason }, 'the media store cannot be used');
  }

  private noteAnswer(): void {
    if (this.trouble === undefined) return;
    this.trouble = undefined;
    this.options.logger?.info('the media store can be used again');
  }
}

function asFault(error: unknown): S3Fault {
  if (error instanceof S3Fault) return error;
  const { message, cause } = error as Error;
  const reason = (cause as { code?: unknown } | undefined)?.code;
  return new S3Fault(typeof reason === 'string' ? reason : message, { cause: error });
}

/** In another thread: a part of a video would stop this one for many milliseconds. */
async function hash(body: Uint8Array): Promise<string> {
  if (body.length === 0) return NO_BODY_SHA256;
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('hex');
}
