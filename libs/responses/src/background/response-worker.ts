import { LeasedWorker, WORKER_NAME, WokenBy } from '#jobs';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { BACKGROUND_RESPONSES_QUEUE, type ClaimedResponse } from './background-response.js';
import { ClaimRepository } from './claims.repository.js';
import { ResponseRunner } from './response-runner.js';
import { Run } from './run.js';

/** Where the worker is to be otherwise than usual: a `Partial<ResponseWorkerOptions>`. */
export const RESPONSE_WORKER_OPTIONS = Symbol('response worker options');

export interface ResponseWorkerOptions {
  /** How long a worker may be silent before others take over. */
  leaseMs: number;
  /** How often it says that it lives, and looks whether its work is still wanted. */
  renewEveryMs: number;
  /** How long running responses may go on once the process is asked to stop. */
  drainMs: number;
  maxConcurrent: number;
}

const DEFAULTS: ResponseWorkerOptions = {
  leaseMs: 30_000,
  renewEveryMs: 500,
  drainMs: 45_000,
  maxConcurrent: 64,
};

interface RunningResponse {
  claimed: ClaimedResponse;
  run: Run;
}

/** Runs every response that is due. */
@Injectable()
@WokenBy(BACKGROUND_RESPONSES_QUEUE)
export class ResponseWorker extends LeasedWorker<RunningResponse> {
  private readonly leaseMs: number;

  constructor(
    private readonly claims: ClaimRepository,
    private readonly runner: ResponseRunner,
    @Inject(WORKER_NAME) private readonly workerName: string,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(RESPONSE_WORKER_OPTIONS) options: Partial<ResponseWorkerOptions> = {},
  ) {
    super({ items: 'responses', logger, ...DEFAULTS, ...options });
    this.leaseMs = options.leaseMs ?? DEFAULTS.leaseMs;
  }

  protected override async claimDue(max: number): Promise<RunningResponse[]> {
    const { workerName: worker, leaseMs } = this;
    const claimed = await this.claims.claimDue({ worker, leaseMs, max });
    return claimed.map((response) => ({ claimed: response, run: new Run(response.lease) }));
  }

  protected override quietForMs(maxMs: number): Promise<number> {
    return this.nextDueInMs(maxMs);
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return this.claims.nextDueInMs(maxMs);
  }

  protected override run({ claimed, run }: RunningResponse): Promise<void> {
    return this.runner.run(claimed, run);
  }

  protected override onFailure({ claimed }: RunningResponse, error: unknown): void {
    this.logger.error({ err: error, responseId: claimed.id }, 'a background response got stuck');
  }

  /** Says that this worker lives, and receives which of its runs are no longer wanted, or no longer its own. */
  protected override async renew(running: readonly RunningResponse[]): Promise<void> {
    const held = await this.claims.renew(
      running.map(({ run }) => run.lease),
      this.leaseMs,
    );
    const isCancelRequested = new Map(
      held.map((lease) => [`${lease.id} ${lease.epoch}`, lease.isCancelRequested]),
    );
    for (const { run } of running) {
      const isUnwanted = isCancelRequested.get(`${run.lease.id} ${run.lease.epoch}`);
      if (isUnwanted === undefined) run.stop('lease-lost');
      else if (isUnwanted) run.stop('cancelled');
    }
  }

  protected override onLeaseLost({ run }: RunningResponse): void {
    run.stop('lease-lost');
  }

  /** Other workers go on with what is not finished now. */
  protected override interrupt({ run }: RunningResponse): void {
    run.stop('shutdown');
  }
}
