import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { CachedUse } from './cached-use.js';
import { type StorageAmount } from './storage.js';

const TIMEOUT_MS = 1_000;
const MB = 1024 * 1024;

export interface RefusingQuotaOptions {
  /** What is stored, in the plural: `files`. */
  things: string;
  /** The settings of its limits, for the message. */
  settings: { items: string; bytes: string };
  limit: () => StorageAmount;
  read: (owner: string) => Promise<StorageAmount>;
}

/** A quota at which new operations are rejected. Results of operations that have started are stored even beyond it. */
export class RefusingQuota {
  private readonly use: CachedUse;

  constructor(private readonly options: RefusingQuotaOptions) {
    this.use = new CachedUse(options.read);
  }

  noteAdded(owner: string, bytes: number): void {
    this.use.add(owner, bytes);
  }

  noteRemoved(owner: string): void {
    this.use.forget(owner);
  }

  /** Throws a GatewayError if the owner's quota is exhausted. */
  async requireRoom(owner: string): Promise<void> {
    const use = await this.loadUse(owner);
    const { items, bytes } = this.options.limit();
    if (use === undefined || (use.items < items && use.bytes < bytes)) return;
    throw use.items >= items
      ? this.buildRefusal(`${use.items} of ${items} ${this.options.things}`, this.options.settings.items)
      : this.buildRefusal(
          `${Math.floor(use.bytes / MB)} of ${Math.floor(bytes / MB)} MB of ${this.options.things}`,
          this.options.settings.bytes,
        );
  }

  /** Undefined if the database does not respond in time. The request is then admitted. */
  private async loadUse(owner: string): Promise<StorageAmount | undefined> {
    const loading = this.use.load(owner).catch(() => undefined);
    return Promise.race([loading, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  }

  private buildRefusal(use: string, setting: string): GatewayError {
    return new GatewayError(
      'storage-quota-reached',
      `The storage quota of this owner is exhausted: ${use} (${setting}). Delete some of them or wait until they expire.`,
    );
  }
}
