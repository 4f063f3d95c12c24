/** Runs functions one after the other, in the order of the calls. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  get isTaken(): boolean {
    return this.waiting > 0;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.waiting += 1;
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.waiting -= 1;
    }
  }
}
