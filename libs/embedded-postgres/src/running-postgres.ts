import type { EmbeddedPostgres } from './embedded-postgres.js';
import { isAlive } from './process-identity.js';
import { stopPostmaster } from './stop-postmaster.js';

const watchIntervalMs = 1_000;

export class RunningPostgres implements EmbeddedPostgres {
  private readonly listeners: (() => void)[] = [];
  private readonly watch: NodeJS.Timeout;
  private hasExited = false;
  private stopping: Promise<void> | undefined;

  readonly url: string;
  readonly administratorUrl: string;

  constructor(
    urls: Pick<EmbeddedPostgres, 'url' | 'administratorUrl'>,
    readonly pid: number,
    readonly clusterDir: string,
  ) {
    this.url = urls.url;
    this.administratorUrl = urls.administratorUrl;
    this.watch = setInterval(() => this.checkAlive(), watchIntervalMs).unref();
  }

  onExit(listener: () => void): void {
    if (this.hasExited) queueMicrotask(listener);
    else this.listeners.push(listener);
  }

  stop(): Promise<void> {
    clearInterval(this.watch);
    this.stopping ??= stopPostmaster(this.pid, this.clusterDir);
    return this.stopping;
  }

  private checkAlive(): void {
    if (isAlive(this.pid)) return;
    clearInterval(this.watch);
    this.hasExited = true;
    for (const listener of this.listeners) listener();
  }
}
