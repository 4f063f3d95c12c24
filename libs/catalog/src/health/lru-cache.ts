/** Evicts the least recently used entry, so that names which clients invent cannot fill the memory. */
export class LruCache<Value> {
  private readonly entries = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** Returns the value of a key, and creates it if there is none. */
  getOrCreate(key: string, create: () => Value): Value {
    const cached = this.entries.get(key);
    // Below half of the limit nothing is evicted, so the order need not be updated.
    if (cached !== undefined && this.entries.size * 2 <= this.limit) return cached;
    const value = cached ?? create();
    this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.limit) return;
    const [oldest] = this.entries.keys();
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  values(): IterableIterator<Value> {
    return this.entries.values();
  }
}
