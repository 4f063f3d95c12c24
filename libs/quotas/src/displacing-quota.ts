import { type Logger } from '#telemetry';
import { KnownUse } from './known-use.js';
import { type StorageAmount, isWithin } from './storage.js';

/** Of a quota that is full, so much stays. What goes beyond need saves the next ones from having to make room again. */
const KEPT_SHARE = 0.98;
/** After a fault nobody tries again for so long. */
const REST_MS = 10_000;

export interface DisplacingQuotaOptions {
  /** What it is about, for the log. */
  name: string;
  /** Asked for each time: it may change. */
  limit: () => StorageAmount;
  read: (owner: string) => Promise<StorageAmount>;
  /** Removes the oldest of an owner until no more than this is left. */
  displace: (owner: string, keep: StorageAmount) => Promise<number>;
  logger: Logger;
  clock?: () => number;
}

/** A quota at which the oldest make room for the newest. Nobody waits for that, and nobody learns of it. */
export class DisplacingQuota {
  private readonly known: KnownUse;
  private readonly pending = new Map<string, Promise<void>>();
  private restsUntilMs = 0;

  constructor(private readonly options: DisplacingQuotaOptions) {
    this.known = new KnownUse(options.read, options.clock);
  }

  /** To be called when something has been stored. */
  noteAdded(owner: string, bytes: number): void {
    this.known.add(owner, bytes);
    if (this.pending.has(owner) || this.now() < this.restsUntilMs) return;
    const work = this.makeRoom(owner)
      .catch((error: unknown) => this.rest(error))
      .finally(() => this.pending.delete(owner));
    this.pending.set(owner, work);
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.pending.values());
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async makeRoom(owner: string): Promise<void> {
    const limit = this.options.limit();
    if (isWithin(await this.known.find(owner), limit)) return;
    // Others may have made room since it was last looked up.
    this.known.forget(owner);
    if (isWithin(await this.known.find(owner), limit)) return;
    const displaced = await this.options.displace(owner, {
      items: Math.floor(limit.items * KEPT_SHARE),
      bytes: Math.floor(limit.bytes * KEPT_SHARE),
    });
    this.known.forget(owner);
    this.options.logger.info({ owner, displaced }, `${this.options.name}: the oldest have made room`);
  }

  private rest(error: unknown): void {
    this.restsUntilMs = this.now() + REST_MS;
    this.options.logger.warn(
      { reason: (error as Error).message },
      `${this.options.name}: could not make room`,
    );
  }

  private now(): number {
    return (this.options.clock ?? Date.now)();
  }
}
