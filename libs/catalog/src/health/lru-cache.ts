/** Forgets what has been asked for least recently, so that names that clients make up cannot fill the memory. */
export class LruCache<Value> {
  private readonly entries = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** Makes it where it is not there. */
  use(key: string, make: () => Value): Value {
    const value = this.entries.get(key) ?? make();
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
