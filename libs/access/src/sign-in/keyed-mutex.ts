/** Runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export class KeyedMutex {
  private readonly lastByKey = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const previous = this.lastByKey.get(key) ?? Promise.resolve();
    const running = previous.then(task);
    const last = running.catch(() => undefined);
    this.lastByKey.set(key, last);
    try {
      return await running;
    } finally {
      if (this.lastByKey.get(key) === last) this.lastByKey.delete(key);
    }
  }
}
