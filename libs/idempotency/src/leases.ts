import { type Logger, OutageLog } from '#telemetry';
import { type Clock, type KeyStore, type RunIdentity } from './idempotency-key.js';

export interface LeasesOptions {
  store: Pick<KeyStore, 'renew'>;
  logger: Logger;
  clock: Clock;
  leaseMs: number;
}

/** Renews the leases of all runs of this process with one statement, while there are any. */
export class Leases {
  private readonly runs = new Map<string, RunIdentity>();
  private timer: NodeJS.Timeout | undefined;

  private readonly outage: OutageLog;

  constructor(private readonly options: LeasesOptions) {
    this.outage = new OutageLog(options.logger, {
      gone: 'leases of idempotency keys could not be renewed',
      back: 'leases of idempotency keys are renewed again',
    });
  }

  /** The end of a lease that starts now. */
  get leaseEndMs(): number {
    return this.options.clock() + this.options.leaseMs;
  }

  add(run: RunIdentity): void {
    this.runs.set(run.runId, run);
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / 3).unref();
  }

  remove({ runId }: RunIdentity): void {
    this.runs.delete(runId);
    if (this.runs.size === 0) this.close();
  }

  close(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async renew(): Promise<void> {
    try {
      await this.options.store.renew([...this.runs.values()], this.leaseEndMs);
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
    }
  }
}
