/** Runs works of one name one after the other, and those of different names side by side. */
export class OneByOne {
  private readonly lastOf = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const former = this.lastOf.get(name) ?? Promise.resolve();
    const running = former.then(work);
    const last = running.catch(() => undefined);
    this.lastOf.set(name, last);
    try {
      return await running;
    } finally {
      if (this.lastOf.get(name) === last) this.lastOf.delete(name);
    }
  }
}
