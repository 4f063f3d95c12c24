import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimedResponse } from '../lease.js';
import { DueLoop } from './due-loop.js';
import { runResponse } from './run-response.js';
import { Run } from './run.js';
import { type WorkParts } from './work-parts.js';

const SCAN_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;

/** Runs every response that is due, many at once. What wakes it is only a hint: it also looks for itself. */
export class ResponseWorker {
  private readonly running = new Map<Run, Promise<void>>();
  private readonly claiming = new DueLoop(() => this.claim(), SHORTEST_PAUSE_MS);
  private readonly heartbeat: DueLoop;
  private renewedAt = performance.now();

  constructor(
    /** Who this is, for people who look into the table. */
    private readonly worker: string,
    private readonly parts: WorkParts,
  ) {
    this.heartbeat = new DueLoop(() => this.renew(), SHORTEST_PAUSE_MS);
  }

  start(): void {
    this.claiming.wake();
    this.heartbeat.wake();
  }

  /** Something may be due. */
  wake(): void {
    this.claiming.wake();
  }

  /** Takes nothing new, and gives what is under way some time. What is not finished then is left to other workers. */
  async stop(): Promise<void> {
    await this.claiming.stop();
    const all = Promise.all(this.running.values());
    await Promise.race([all, sleep(this.parts.settings.patienceMs, undefined, { ref: false })]);
    for (const run of this.running.keys()) run.stop('shutdown');
    await Promise.all(this.running.values());
    await this.heartbeat.stop();
  }

  /** Claims as many as there is room for; says when to look again. */
  private async claim(): Promise<number> {
    const { claims, settings, logger } = this.parts;
    const most = settings.mostAtOnce - this.running.size;
    if (most <= 0) return SCAN_MS;
    try {
      const claimed = await claims.claimDue({ worker: this.worker, leaseMs: settings.leaseMs, most });
      for (const response of claimed) this.run(response);
      return claimed.length === most ? 0 : await claims.nextDueInMs(SCAN_MS);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'could not look for due responses');
      return SCAN_MS;
    }
  }

  private run(claimed: ClaimedResponse): void {
    const run = new Run(claimed.lease);
    if (this.running.size === 0) this.renewedAt = performance.now();
    const work = runResponse(claimed, run, this.parts)
      .catch((error: unknown) => {
        // The lease runs out by itself, and the response is taken up again.
        this.parts.logger.error({ err: error, responseId: claimed.id }, 'a background response got stuck');
      })
      .finally(() => {
        this.running.delete(run);
        this.claiming.wake();
      });
    this.running.set(run, work);
  }

  /** Says that this worker lives, and hears which of its runs are no longer wanted, or no longer its own. */
  private async renew(): Promise<number> {
    const { claims, settings, logger } = this.parts;
    const runs = [...this.running.keys()];
    if (runs.length === 0) return settings.heartbeatMs;
    const askedAt = performance.now();
    try {
      const held = await claims.renew(
        runs.map(({ lease }) => lease),
        settings.leaseMs,
      );
      this.renewedAt = askedAt;
      const wishes = new Map(
        held.map(({ id, epoch, isCancelRequested }) => [`${id} ${epoch}`, isCancelRequested]),
      );
      for (const run of runs) obey(run, wishes.get(`${run.lease.id} ${run.lease.epoch}`));
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'could not renew the leases of responses');
      if (performance.now() - this.renewedAt > settings.leaseMs)
        for (const run of runs) run.stop('lease-lost');
    }
    return settings.heartbeatMs;
  }
}

/** Undefined where the lease is not held any more. */
function obey(run: Run, isCancelRequested: boolean | undefined): void {
  if (isCancelRequested === undefined) run.stop('lease-lost');
  else if (isCancelRequested) run.stop('cancelled');
}
