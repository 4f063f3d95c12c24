import { isUnstorableData } from '#database';
import { ByteBudget } from '#limits';
import { SecretUnreadable } from '#secrets';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AnnouncedSpool } from './announced-spool.js';
import { ResponseQuota } from './response-quota.js';
import { type SpooledResponse } from './response-spool.js';
import { StoredResponseRepository } from './stored-response.repository.js';

/** How often the folder is searched for files of other processes. */
const SEARCH_EVERY_MS = 5_000;
/** The first pause after an error. It doubles up to the maximum. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 2_000;

/** Moves responses from disk to the database after an outage. */
@Injectable()
export class SpoolReplay implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;
  private isStopped = false;
  private readonly outage: OutageLog;

  constructor(
    private readonly spool: AnnouncedSpool,
    private readonly repository: StoredResponseRepository,
    private readonly quota: ResponseQuota,
    private readonly memory: ByteBudget,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'responses on disk cannot be stored in the database yet',
      back: 'responses on disk are being stored in the database again',
    });
  }

  onModuleInit(): void {
    this.spool.files.onAdded = () => this.wake();
    this.schedule(0);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private wake(): void {
    if (this.running === undefined && this.failures === 0) this.schedule(RETRY_MS);
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.replay().finally(() => {
        this.running = undefined;
        this.schedule(this.pauseMs);
      });
    }, delayMs).unref();
  }

  private get pauseMs(): number {
    if (this.failures === 0) return SEARCH_EVERY_MS;
    return Math.min(RETRY_MS * 2 ** (this.failures - 1), MAX_RETRY_MS);
  }

  private async replay(): Promise<void> {
    try {
      for (const name of await this.spool.list()) {
        if (this.isStopped) return;
        await this.replayOne(name);
      }
      await this.spool.withdrawIfEmpty();
      this.failures = 0;
      this.outage.worked();
    } catch (error) {
      this.failures += 1;
      this.outage.failed(error);
    }
  }

  private async replayOne(name: string): Promise<void> {
    const hold = this.memory.open();
    try {
      await hold.take(2 * this.spool.files.getSize(name));
      const spooled = await this.readOrMoveAside(name);
      if (spooled !== undefined) await this.store(name, spooled);
    } finally {
      hold.release();
    }
  }

  private async store(name: string, spooled: SpooledResponse): Promise<void> {
    const { owner, stored, createdAt, expiresAt } = spooled;
    try {
      await this.repository.runLocked(owner, stored.id, async (transaction) => {
        // The owner has deleted it since it was read.
        if (!(await this.spool.files.hasFile(name))) return;
        const options = { createdAt, expiresAt, transaction, isReplacing: false };
        this.quota.noteAdded(owner, await this.repository.save(owner, stored, options));
      });
    } catch (error) {
      if (!isUnstorableData(error)) throw error;
      this.logger.error(
        { err: error, file: name },
        'the database rejected a response from disk; its file was moved aside',
      );
      return this.spool.files.moveAside(name);
    }
    await this.spool.files.removeFile(name);
  }

  /** A damaged file, or one whose key is missing, must not block the others. */
  private async readOrMoveAside(name: string): Promise<SpooledResponse | undefined> {
    try {
      return await this.spool.files.readFile(name);
    } catch (error) {
      if (!(error instanceof SecretUnreadable) && !(error instanceof SyntaxError)) throw error;
      this.logger.error(
        { err: error, file: name },
        'a response on disk cannot be read; its file was moved aside',
      );
      await this.spool.files.moveAside(name);
      return undefined;
    }
  }
}
