import { type ErrorKind, type GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock, type RunResult, type KeyStore, type RunIdentity } from './idempotency-key.js';
import { type Leases } from './leases.js';
import { MAX_STORED_BYTES, type IdempotentResponse, pickStoredHeaders } from './idempotent-response.js';
import { withTimeout } from './with-timeout.js';

export interface RunContext {
  store: Pick<KeyStore, 'end' | 'free' | 'renew'>;
  leases: Leases;
  logger: Logger;
  clock: Clock;
  keepMs: number;
  timeoutMs: number;
}

export interface Failure {
  error: GatewayError;
  /** Whether an upstream has or may have charged for it. */
  wasCharged: boolean;
  /** The error response of the client. */
  answer: IdempotentResponse;
}

/**
 * The request that runs with a key. Only the first call that ends it has an effect. A failure to store the end never
 * fails the request: the key stays claimed, and the next request with it gets the error that the outcome is unknown.
 */
export class Run {
  private isOver = false;

  constructor(
    private readonly identity: RunIdentity,
    private readonly context: RunContext,
  ) {}

  /** Awaited before the response is sent, so that every response a client has received can be replayed. */
  async complete(answer: IdempotentResponse): Promise<void> {
    await this.end(
      answer.body.length > MAX_STORED_BYTES
        ? { state: 'unkept' }
        : { state: 'answered', answer: { ...answer, headers: pickStoredHeaders(answer.headers) } },
    );
  }

  /** The response was streamed, completely or not. */
  async completeStream(): Promise<void> {
    await this.end({ state: 'streamed' });
  }

  /** The request had no effect. Releases the key. */
  async free(): Promise<void> {
    await this.endOnce(() => this.context.store.free(this.identity));
  }

  /** The request may have had an effect, but has no response. */
  async markOutcomeUnknown(): Promise<void> {
    const { store, clock } = this.context;
    await this.endOnce(() => store.renew([this.identity], clock()));
  }

  async fail({ error, wasCharged, answer }: Failure): Promise<void> {
    const action = chooseFailureAction(error, wasCharged);
    if (action === 'store') await this.complete(answer);
    else if (action === 'free') await this.free();
    else await this.markOutcomeUnknown();
  }

  private async end(result: RunResult): Promise<void> {
    const { store, clock, keepMs } = this.context;
    await this.endOnce(() => store.end(this.identity, result, clock() + keepMs));
  }

  private async endOnce(write: () => Promise<void>): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.context.leases.remove(this.identity);
    try {
      await withTimeout(this.context.timeoutMs, write());
    } catch (error) {
      this.context.logger.warn(
        { err: error },
        'the result of a request could not be stored under its idempotency key',
      );
    }
  }
}

/**
 * - `store`: the error response is stored and replayed.
 * - `free`: the request had no effect, and the key can be used for a retry.
 * - `mark-unknown`: the request was charged, but there is no response.
 */
export type FailureAction = 'store' | 'free' | 'mark-unknown';

/** Errors about the request itself, which a repetition would cause again. */
const FINAL_KINDS: ReadonlySet<ErrorKind> = new Set(['upstream-rejected', 'upstream-too-large']);

/** Errors of one connection or one process, which would be wrong to replay. */
const LOCAL_KINDS: ReadonlySet<ErrorKind> = new Set(['client-gone', 'shutting-down']);

/** How a failed request ends. A request that was charged is never charged again. */
export function chooseFailureAction({ kind, retryable }: GatewayError, wasCharged: boolean): FailureAction {
  if (FINAL_KINDS.has(kind)) return 'store';
  // After such a timeout, the upstream may still have completed and charged for the request.
  if (kind === 'upstream-timeout' && !retryable) return 'store';
  if (!wasCharged) return 'free';
  return LOCAL_KINDS.has(kind) ? 'mark-unknown' : 'store';
}
