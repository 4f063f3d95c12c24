import { type Logger, OutageLog } from '#telemetry';
import { type Clock, type KeyStore, type RunIdentity } from './idempotency-key.js';

export interface LeasesOptions {
  store: Pick<KeyStore, 'renew'>;
  logger: Logger;
  clock: Clock;
  leaseMs: number;
}

/** Tells the other processes that the runs of this one live: one statement for all of them, while there are any. */
export class Leases {
  private readonly held = new Map<string, RunIdentity>();
  private timer: NodeJS.Timeout | undefined;

  private readonly outage: OutageLog;

  constructor(private readonly options: LeasesOptions) {
    this.outage = new OutageLog(options.logger, {
      gone: 'idempotency keys were not renewed',
      back: 'idempotency keys are renewed again',
    });
  }

  /** Until when a lease holds that is given now. */
  get endMs(): number {
    return this.options.clock() + this.options.leaseMs;
  }

  hold(run: RunIdentity): void {
    this.held.set(run.runId, run);
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / 3).unref();
  }

  drop({ runId }: RunIdentity): void {
    this.held.delete(runId);
    if (this.held.size === 0) this.close();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async renew(): Promise<void> {
    try {
      await this.options.store.renew([...this.held.values()], this.endMs);
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
    }
  }
}
