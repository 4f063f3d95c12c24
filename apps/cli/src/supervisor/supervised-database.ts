import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '#embedded-postgres';
import type { Logger } from '#telemetry';
import { RestartBackoff } from './restart-backoff.js';

export type StartDatabase = (options: {
  dataDir: string;
  onProgress: (line: string) => void;
  /** The port it had before: with the same one, nobody who uses the database has to be told. */
  preferredPort?: number;
  /** Aborted when it is not wanted any more. */
  signal: AbortSignal;
}) => Promise<EmbeddedPostgres>;

export interface DatabaseSurroundings {
  dataDir: string;
  startDatabase: StartDatabase;
  /** It is back, at another address than before. */
  onMoved: () => void;
  print: (line: string) => void;
  logger: Logger;
}

/** The embedded database, started again should it end before it is told to. */
export class SupervisedDatabase {
  private readonly backoff = new RestartBackoff();
  private readonly stopping = new AbortController();
  private server: EmbeddedPostgres | undefined;
  private recovery: Promise<void> | undefined;

  constructor(private readonly surroundings: DatabaseSurroundings) {}

  get url(): string | undefined {
    return this.server?.url;
  }

  async start(): Promise<void> {
    const { dataDir, startDatabase, print } = this.surroundings;
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

  /** A start that is under way is given up, and none follows. */
  expectStop(): void {
    this.stopping.abort();
  }

  async stop(): Promise<void> {
    this.expectStop();
    await this.recovery;
    await this.server?.stop();
  }

  private async recover(upForMs: number): Promise<void> {
    const { logger, onMoved } = this.surroundings;
    const formerUrl = this.url;
    let healthyForMs = upForMs;
    do {
      const restartInMs = this.backoff.delayAfterRun(healthyForMs);
      logger.error({ restartInMs }, 'the embedded database has ended');
      await sleep(restartInMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      healthyForMs = 0;
    } while (!this.stopping.signal.aborted && !(await this.startedAgain()));
    if (this.url !== formerUrl && !this.stopping.signal.aborted) onMoved();
  }

  private async startedAgain(): Promise<boolean> {
    try {
      await this.start();
      this.surroundings.logger.info('the embedded database is running again');
      return true;
    } catch (error) {
      this.surroundings.logger.error({ err: error }, 'the embedded database did not start');
      return false;
    }
  }
}
