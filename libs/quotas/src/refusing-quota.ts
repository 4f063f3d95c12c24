import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { KnownUse } from './known-use.js';
import { type StorageAmount } from './storage.js';

const TIMEOUT_MS = 1_000;
const MB = 1024 * 1024;

export interface RefusingQuotaOptions {
  /** What it is about, in the plural: `files`. */
  things: string;
  /** The setting that raises it. */
  settings: { items: string; bytes: string };
  limit: () => StorageAmount;
  read: (owner: string) => Promise<StorageAmount>;
}

/** A quota at which nothing new is begun. What was begun before is kept, also beyond it. */
export class RefusingQuota {
  private readonly known: KnownUse;

  constructor(private readonly options: RefusingQuotaOptions) {
    this.known = new KnownUse(options.read);
  }

  noteAdded(owner: string, bytes: number): void {
    this.known.add(owner, bytes);
  }

  noteRemoved(owner: string): void {
    this.known.forget(owner);
  }

  /** Throws a GatewayError where the owner has as much as they may. */
  async requireRoom(owner: string): Promise<void> {
    const use = await this.findUse(owner);
    const { items, bytes } = this.options.limit();
    if (use === undefined || (use.items < items && use.bytes < bytes)) return;
    throw use.items >= items
      ? this.refusal(`${use.items} of at most ${items} ${this.options.things}`, this.options.settings.items)
      : this.refusal(
          `${this.options.things} of ${Math.floor(use.bytes / MB)} MB, of at most ${Math.floor(bytes / MB)} MB`,
          this.options.settings.bytes,
        );
  }

  /** Undefined where the database does not say: then nobody is refused. */
  private async findUse(owner: string): Promise<StorageAmount | undefined> {
    const finding = this.known.find(owner).catch(() => undefined);
    return Promise.race([finding, sleep(TIMEOUT_MS, undefined, { ref: false })]);
  }

  private refusal(use: string, setting: string): GatewayError {
    return new GatewayError(
      'storage-quota-reached',
      `The storage quota of this owner is used up: ${use} (${setting}). Delete some, or wait until they expire.`,
    );
  }
}
