import { LRUCache } from 'lru-cache';
import { type StorageAmount } from './storage.js';

const MAX_AGE_MS = 5_000;
const MAX_OWNERS = 2_000;

interface Entry {
  readAtMs: number;
  use: Promise<StorageAmount>;
  /** What this process has added since the query. */
  added: StorageAmount;
}

/** Caches how much owners have stored. Between queries, this process adds what it stores itself. */
export class CachedUse {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_OWNERS });

  constructor(
    private readonly read: (owner: string) => Promise<StorageAmount>,
    private readonly clock: () => number = Date.now,
  ) {}

  async load(owner: string): Promise<StorageAmount> {
    const { use, added } = this.getEntry(owner);
    const { items, bytes } = await use;
    return { items: items + added.items, bytes: bytes + added.bytes };
  }

  add(owner: string, bytes: number): void {
    const entry = this.entries.get(owner);
    if (entry === undefined) return;
    entry.added.items += 1;
    entry.added.bytes += bytes;
  }

  forget(owner: string): void {
    this.entries.delete(owner);
  }

  private getEntry(owner: string): Entry {
    const cached = this.entries.get(owner);
    if (cached !== undefined && this.clock() - cached.readAtMs < MAX_AGE_MS) return cached;
    const entry: Entry = {
      readAtMs: this.clock(),
      use: this.read(owner),
      added: { items: 0, bytes: 0 },
    };
    entry.use.catch(() => this.entries.delete(owner));
    this.entries.set(owner, entry);
    return entry;
  }
}
