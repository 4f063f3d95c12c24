/** One after the other, in the order in which they came. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  get isTaken(): boolean {
    return this.waiting > 0;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.waiting += 1;
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }
}
