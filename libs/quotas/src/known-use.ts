import { type StorageAmount } from './storage.js';

const FRESH_MS = 5_000;
const MAX_OWNERS = 10_000;

interface Entry {
  readAtMs: number;
  use: Promise<StorageAmount>;
  /** What this process has added since. */
  added: StorageAmount;
}

/** What owners have stored, looked up once in a while; in between this process counts what it adds itself. */
export class KnownUse {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly read: (owner: string) => Promise<StorageAmount>,
    private readonly clock: () => number = Date.now,
  ) {}

  async find(owner: string): Promise<StorageAmount> {
    const { use, added } = this.entryFor(owner);
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

  private entryFor(owner: string): Entry {
    const known = this.entries.get(owner);
    if (known !== undefined && this.clock() - known.readAtMs < FRESH_MS) return known;
    if (this.entries.size >= MAX_OWNERS) this.entries.clear();
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
