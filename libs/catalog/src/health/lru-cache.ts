/** Forgets what has been asked for least recently, so that names that clients make up cannot fill the memory. */
export class LruCache<Value> {
  private readonly entries = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  /** Makes it where it is not there. */
  use(key: string, make: () => Value): Value {
    const known = this.entries.get(key);
    // While there is room for twice as many, nothing is forgotten, and it does not matter who was asked for last.
    if (known !== undefined && this.entries.size * 2 <= this.limit) return known;
    const value = known ?? make();
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
