import { type GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock } from '../clock.js';
import { headersWorthKeeping } from '../headers-worth-keeping.js';
import { type KeptAnswer, MAX_KEPT_BYTES } from '../kept-answer.js';
import { within } from '../within.js';
import { fateOfFailure } from './fate-of-failure.js';
import { type Ending, type KeyStore, type RunIdentity } from './key-store.js';
import { type Leases } from './leases.js';

export interface RunParts {
  store: Pick<KeyStore, 'end' | 'free' | 'renew'>;
  leases: Leases;
  logger: Logger;
  clock: Clock;
  keepMs: number;
  patienceMs: number;
}

export interface Failure {
  error: GatewayError;
  /** Whether anything was paid for, or may have been. */
  wasCharged: boolean;
  /** The error as the client gets it. */
  answer: KeptAnswer;
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
    private readonly parts: RunParts,
  ) {}

  /** To be awaited before the answer is sent: what a client has got can be got again. */
  async complete(answer: KeptAnswer): Promise<void> {
    await this.end(
      answer.body.length > MAX_KEPT_BYTES
        ? { state: 'unkept' }
        : { state: 'answered', answer: { ...answer, headers: headersWorthKeeping(answer.headers) } },
    );
  }

  /** The answer went out in pieces, whole or broken. */
  async completeStream(): Promise<void> {
    await this.end({ state: 'streamed' });
  }

  /** Nothing has happened: the key may be used again. */
  async free(): Promise<void> {
    await this.conclude(() => this.parts.store.free(this.identity));
  }

  /** Something may have happened, and there is no answer. */
  async lose(): Promise<void> {
    const { store, clock } = this.parts;
    await this.conclude(() => store.renew([this.identity], clock()));
  }

  async fail({ error, wasCharged, answer }: Failure): Promise<void> {
    const fate = fateOfFailure(error, wasCharged);
    if (fate === 'remember') await this.complete(answer);
    else if (fate === 'free') await this.free();
    else await this.lose();
  }

  private async end(ending: Ending): Promise<void> {
    const { store, clock, keepMs } = this.parts;
    await this.conclude(() => store.end(this.identity, ending, clock() + keepMs));
  }

  private async conclude(write: () => Promise<void>): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    this.parts.leases.drop(this.identity);
    try {
      await within(this.parts.patienceMs, write());
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'the end of a request was not noted under its idempotency key');
    }
  }
}
