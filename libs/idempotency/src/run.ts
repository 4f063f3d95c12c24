import { type ErrorKind, type GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock, type Ending, type KeyStore, type RunIdentity } from './idempotency-key.js';
import { type Leases } from './leases.js';
import { MAX_STORED_BYTES, type StoredAnswer, pickStoredHeaders } from './stored-answer.js';
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
  /** Whether anything was paid for, or may have been. */
  wasCharged: boolean;
  /** The error as the client gets it. */
  answer: StoredAnswer;
}

/**
 * The one request that runs under a key. It ends once: what is said after the first word about its end is ignored.
 * No end is ever an error of the request: where it cannot be written down, the key stays taken and the next request
 * with it is told that the outcome is unknown.
 */
export class Run {
  private isOver = false;

  constructor(
    private readonly identity: RunIdentity,
    private readonly context: RunContext,
  ) {}

  /** To be awaited before the answer is sent: what a client has got can be got again. */
  async complete(answer: StoredAnswer): Promise<void> {
    await this.end(
      answer.body.length > MAX_STORED_BYTES
        ? { state: 'unkept' }
        : { state: 'answered', answer: { ...answer, headers: pickStoredHeaders(answer.headers) } },
    );
  }

  /** The answer was streamed, to its end or not. */
  async completeStream(): Promise<void> {
    await this.end({ state: 'streamed' });
  }

  /** Nothing has happened: the key may be used again. */
  async free(): Promise<void> {
    await this.conclude(() => this.context.store.free(this.identity));
  }

  /** Something may have happened, and there is no answer. */
  async lose(): Promise<void> {
    const { store, clock } = this.context;
    await this.conclude(() => store.renew([this.identity], clock()));
  }

  async fail({ error, wasCharged, answer }: Failure): Promise<void> {
    const fate = judgeFailure(error, wasCharged);
    if (fate === 'remember') await this.complete(answer);
    else if (fate === 'free') await this.free();
    else await this.lose();
  }

  private async end(ending: Ending): Promise<void> {
    const { store, clock, keepMs } = this.context;
    await this.conclude(() => store.end(this.identity, ending, clock() + keepMs));
  }

  private async conclude(write: () => Promise<void>): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.context.leases.drop(this.identity);
    try {
      await withTimeout(this.context.timeoutMs, write());
    } catch (error) {
      this.context.logger.warn(
        { err: error },
        'the end of a request was not noted under its idempotency key',
      );
    }
  }
}

/**
 * - `remember`: the failure is the answer, and will be given again.
 * - `free`: nothing has happened; the key may be used for another try.
 * - `lose`: something was paid for, and there is nothing to show for it.
 */
export type Fate = 'remember' | 'free' | 'lose';

/** What an upstream says of the request itself, it will say again. */
const VERDICTS: ReadonlySet<ErrorKind> = new Set(['upstream-rejected', 'upstream-too-large']);

/** How one connection or one process ended, which is no answer to anybody who asks again. */
const CIRCUMSTANCES: ReadonlySet<ErrorKind> = new Set(['client-gone', 'shutting-down']);

/** Whether a request that failed may be run again under its key. Whoever was charged is never charged again for it. */
export function judgeFailure({ kind, retryable }: GatewayError, wasCharged: boolean): Fate {
  if (VERDICTS.has(kind)) return 'remember';
  // An answer that was given up on may have been made, and paid for, all the same.
  if (kind === 'upstream-timeout' && !retryable) return 'remember';
  if (!wasCharged) return 'free';
  return CIRCUMSTANCES.has(kind) ? 'lose' : 'remember';
}
