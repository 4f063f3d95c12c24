import { type Logger } from '#telemetry';
import { CachedUse } from './cached-use.js';
import { type StorageAmount, isWithin, toKeptAmount } from './storage.js';

/** How long no eviction is tried after a failed one. */
const PAUSE_MS = 10_000;

export interface DisplacingQuotaOptions {
  /** What the quota is for, for the log. */
  name: string;
  /** Called each time, because the limit can change. */
  limit: () => StorageAmount;
  read: (owner: string) => Promise<StorageAmount>;
  /** Deletes the oldest entries of an owner until at most this amount is left. */
  displace: (owner: string, keep: StorageAmount) => Promise<number>;
  logger: Logger;
  clock?: () => number;
}

/** A quota at which the oldest entries are deleted in the background, without an effect on requests. */
export class DisplacingQuota {
  private readonly use: CachedUse;
  private readonly pending = new Map<string, Promise<void>>();
  private pausedUntilMs = 0;

  constructor(private readonly options: DisplacingQuotaOptions) {
    this.use = new CachedUse(options.read, options.clock);
  }

  /** Call this after something was stored. */
  noteAdded(owner: string, bytes: number): void {
    this.use.add(owner, bytes);
    if (this.pending.has(owner) || this.now() < this.pausedUntilMs) return;
    const work = this.evictOldest(owner)
      .catch((error: unknown) => this.pauseAfterError(error))
      .finally(() => this.pending.delete(owner));
    this.pending.set(owner, work);
  }

  /** Waits for running deletions. */
  async close(): Promise<void> {
    await Promise.all(this.pending.values());
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async evictOldest(owner: string): Promise<void> {
    const limit = this.options.limit();
    if (isWithin(await this.use.load(owner), limit)) return;
    // Other processes may have deleted entries since the last query.
    this.use.forget(owner);
    if (isWithin(await this.use.load(owner), limit)) return;
    const displaced = await this.options.displace(owner, toKeptAmount(limit));
    this.use.forget(owner);
    this.options.logger.info(
      { owner, displaced },
      `${this.options.name}: the oldest entries were deleted to stay within the quota`,
    );
  }

  private pauseAfterError(error: unknown): void {
    this.pausedUntilMs = this.now() + PAUSE_MS;
    this.options.logger.warn(
      { reason: (error as Error).message },
      `${this.options.name}: the oldest entries could not be deleted`,
    );
  }

  private now(): number {
    return (this.options.clock ?? Date.now)();
  }
}
