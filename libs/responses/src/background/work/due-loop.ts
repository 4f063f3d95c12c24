/** Looks again and again: when somebody says so, and otherwise when the last look has said. Never two looks at once. */
export class DueLoop {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isWanted = false;
  private isStopped = false;

  constructor(
    /** Says in how many milliseconds to look again. Does not reject. */
    private readonly look: () => Promise<number>,
    private readonly shortestPauseMs: number,
  ) {}

  wake(): void {
    if (this.isStopped) return;
    if (this.looking !== undefined) {
      this.isWanted = true;
      return;
    }
    clearTimeout(this.timer);
    this.looking = this.lookOnce();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private async lookOnce(): Promise<void> {
    const pauseMs = await this.look();
    this.looking = undefined;
    if (this.isStopped) return;
    const nextMs = this.isWanted ? 0 : pauseMs;
    this.isWanted = false;
    this.timer = setTimeout(() => this.wake(), Math.max(nextMs, this.shortestPauseMs));
  }
}
