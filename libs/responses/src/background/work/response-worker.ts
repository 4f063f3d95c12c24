import { LeasedWorker, WokenBy } from '#jobs';
import { type ClaimedResponse } from '../lease.js';
import { runResponse } from './run-response.js';
import { Run } from './run.js';
import { type WorkParts } from './work-parts.js';

/** Where jobs say that a response may be due. */
export const BACKGROUND_RESPONSES_QUEUE = 'background-responses';

interface RunningResponse {
  claimed: ClaimedResponse;
  run: Run;
}

/** Runs every response that is due. */
@WokenBy(BACKGROUND_RESPONSES_QUEUE)
export class ResponseWorker extends LeasedWorker<RunningResponse> {
  constructor(
    /** Who this is, for people who look into the table. */
    private readonly name: string,
    private readonly parts: WorkParts,
  ) {
    const { heartbeatMs, ...settings } = parts.settings;
    super({ items: 'responses', ...settings, renewEveryMs: heartbeatMs, logger: parts.logger });
  }

  protected override async claimDue(max: number): Promise<RunningResponse[]> {
    const { claims, settings } = this.parts;
    const claimed = await claims.claimDue({ worker: this.name, leaseMs: settings.leaseMs, max });
    return claimed.map((response) => ({ claimed: response, run: new Run(response.lease) }));
  }

  protected override nextDueInMs(maxMs: number): Promise<number> {
    return this.parts.claims.nextDueInMs(maxMs);
  }

  protected override run({ claimed, run }: RunningResponse): Promise<void> {
    return runResponse(claimed, run, this.parts);
  }

  protected override onFailure({ claimed }: RunningResponse, error: unknown): void {
    this.parts.logger.error({ err: error, responseId: claimed.id }, 'a background response got stuck');
  }

  /** Says that this worker lives, and hears which of its runs are no longer wanted, or no longer its own. */
  protected override async renew(running: readonly RunningResponse[]): Promise<void> {
    const { claims, settings } = this.parts;
    const held = await claims.renew(
      running.map(({ run }) => run.lease),
      settings.leaseMs,
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
