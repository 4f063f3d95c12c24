/** Runs works of one name one after the other, and those of different names side by side. */
export class KeyedMutex {
  private readonly lastByName = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const former = this.lastByName.get(name) ?? Promise.resolve();
    const running = former.then(work);
    const last = running.catch(() => undefined);
    this.lastByName.set(name, last);
    try {
      return await running;
    } finally {
      if (this.lastByName.get(name) === last) this.lastByName.delete(name);
    }
  }
}
