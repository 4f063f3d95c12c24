import { LeasedWorker, WokenBy } from '#jobs';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { BACKGROUND_RESPONSES_QUEUE } from './background-response.js';
import { ClaimRepository } from './claims.repository.js';
import { ResponseRunner } from './response-runner.js';
import { Run } from './run.js';
import { type AffordableRun, RunClaims } from './run-claims.js';

/** Optional provider of a `Partial<ResponseWorkerOptions>`. */
export const RESPONSE_WORKER_OPTIONS = Symbol('response worker options');

export interface ResponseWorkerOptions {
  /** The duration of a lease. Other workers take over if it is not renewed. */
  leaseMs: number;
  /** How often leases are renewed and cancellations are read. */
  renewEveryMs: number;
  /** How long running responses may continue after the shutdown has started. */
  drainMs: number;
  maxConcurrent: number;
  /** The memory limit for the requests of all running responses. */
  maxRequestBytes: number;
}

const DEFAULTS = {
  leaseMs: 30_000,
  renewEveryMs: 500,
  drainMs: 45_000,
  maxConcurrent: 64,
};

interface RunningResponse extends AffordableRun {
  run: Run;
}

/** Runs due background responses. */
@Injectable()
@WokenBy(BACKGROUND_RESPONSES_QUEUE)
export class ResponseWorker extends LeasedWorker<RunningResponse> {
  private readonly leaseMs: number;

  constructor(
    private readonly claims: ClaimRepository,
    private readonly runClaims: RunClaims,
    private readonly runner: ResponseRunner,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(RESPONSE_WORKER_OPTIONS) options: Partial<ResponseWorkerOptions> = {},
  ) {
    super({ items: 'responses', logger, ...DEFAULTS, ...options });
    this.leaseMs = options.leaseMs ?? DEFAULTS.leaseMs;
  }

  protected override async claimDue(max: number): Promise<RunningResponse[]> {
    const runs = await this.runClaims.claimDue(max, this.leaseMs);
    return runs.map(({ claimed, hold }) => ({ claimed, hold, run: new Run(claimed.lease) }));
  }

  protected override quietForMs(maxMs: number): Promise<number> {
    return this.claims.nextDueInMs(maxMs);
  }

  /** Without memory, nothing can be claimed until a run ends, which wakes the worker. */
  protected override async nextDueInMs(maxMs: number): Promise<number> {
    return this.runClaims.isMemoryFull ? maxMs : this.claims.nextDueInMs(maxMs);
  }

  protected override async run({ claimed, run, hold }: RunningResponse): Promise<void> {
    try {
      await this.runner.run(claimed, run);
    } finally {
      hold.release();
    }
  }

  protected override onFailure({ claimed }: RunningResponse, error: unknown): void {
    this.logger.error({ err: error, responseId: claimed.id }, 'background response is stuck');
  }

  /** Renews the leases, and stops runs that were cancelled or whose lease is lost. */
  protected override async renew(running: readonly RunningResponse[]): Promise<void> {
    const renewed = await this.claims.renew(
      running.map(({ run }) => run.lease),
      this.leaseMs,
    );
    const isCancelRequested = new Map(
      renewed.map((lease) => [`${lease.id} ${lease.epoch}`, lease.isCancelRequested]),
    );
    for (const { run } of running) {
      const isCancelled = isCancelRequested.get(`${run.lease.id} ${run.lease.epoch}`);
      if (isCancelled === undefined) run.stop('lease-lost');
      else if (isCancelled) run.stop('cancelled');
    }
  }

  protected override onLeaseLost({ run }: RunningResponse): void {
    run.stop('lease-lost');
  }

  /** Other workers continue unfinished runs. */
  protected override interrupt({ run }: RunningResponse): void {
    run.stop('shutdown');
  }
}
