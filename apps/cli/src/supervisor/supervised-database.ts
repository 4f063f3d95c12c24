import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '#embedded-postgres';
import type { Logger } from '#telemetry';
import { RestartBackoff } from './restart-backoff.js';

export type StartDatabase = (options: {
  dataDir: string;
  onProgress: (line: string) => void;
  /** The previous port. If it is used again, the database URL stays the same. */
  preferredPort?: number;
  /** Aborts the start. */
  signal: AbortSignal;
}) => Promise<EmbeddedPostgres>;

export interface SupervisedDatabaseOptions {
  dataDir: string;
  startDatabase: StartDatabase;
  /** The database was restarted with a different URL. */
  onMoved: () => void;
  print: (line: string) => void;
  logger: Logger;
}

/** The embedded database, which is restarted if it ends unexpectedly. */
export class SupervisedDatabase {
  private readonly backoff = new RestartBackoff();
  private readonly stopping = new AbortController();
  private server: EmbeddedPostgres | undefined;
  private recovery: Promise<void> | undefined;

  constructor(private readonly options: SupervisedDatabaseOptions) {}

  get url(): string | undefined {
    return this.server?.url;
  }

  async start(): Promise<void> {
    const { dataDir, startDatabase, print } = this.options;
    const preferredPort = this.server && Number(new URL(this.server.url).port);
    const { signal } = this.stopping;
    const server = await startDatabase({ dataDir, onProgress: print, preferredPort, signal });
    const startedAtMs = performance.now();
    server.onExit(() => {
      if (this.stopping.signal.aborted) return;
      this.recovery = this.recover(performance.now() - startedAtMs);
    });
    this.server = server;
  }

  /** Aborts a running start and prevents further ones. */
  expectStop(): void {
    this.stopping.abort();
  }

  async stop(): Promise<void> {
    this.expectStop();
    await this.recovery;
    await this.server?.stop();
  }

  private async recover(upForMs: number): Promise<void> {
    const { logger, onMoved } = this.options;
    const formerUrl = this.url;
    let healthyForMs = upForMs;
    do {
      const restartInMs = this.backoff.delayAfterRun(healthyForMs);
      logger.error({ restartInMs }, 'the embedded database exited');
      await sleep(restartInMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      healthyForMs = 0;
    } while (!this.stopping.signal.aborted && !(await this.tryToStart()));
    if (this.url !== formerUrl && !this.stopping.signal.aborted) onMoved();
  }

  private async tryToStart(): Promise<boolean> {
    try {
      await this.start();
      this.options.logger.info('the embedded database is running again');
      return true;
    } catch (error) {
      this.options.logger.error({ err: error }, 'the embedded database did not start');
      return false;
    }
  }
}
