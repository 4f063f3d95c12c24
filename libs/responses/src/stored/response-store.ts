import { setTimeout as sleep } from 'node:timers/promises';
import { type Transaction, isUnstorableData } from '#database';
import { LiveSettings, quotaSettings, storeSettings } from '#settings';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ResponseQuota } from './response-quota.js';
import { ResponseSpool } from './response-spool.js';
import { type StoredResponse, type StoredTimes, isStorableId } from './stored-response.js';
import { StoredResponseRepository } from './stored-response.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the database may take before a response is written to disk instead. */
const SAVE_TIMEOUT_MS = 3_000;
/** After a failure the database is left alone for so long: responses go to disk at once. */
const REST_MS = 1_000;

/** Writes responses that clients continue from, whatever upstream made them. */
@Injectable()
export class ResponseStore {
  /** Called for each response that could not be stored. */
  onNotStored: () => void = () => undefined;
  private restsUntilMs = 0;
  private readonly databaseOutage: OutageLog;
  private readonly diskOutage: OutageLog;

  constructor(
    private readonly repository: StoredResponseRepository,
    private readonly spool: ResponseSpool,
    private readonly settings: LiveSettings,
    private readonly quota: ResponseQuota,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.databaseOutage = new OutageLog(logger, {
      gone: 'responses cannot be stored in the database; they are written to disk',
      back: 'responses are stored in the database again',
    });
    this.diskOutage = new OutageLog(logger, {
      gone: 'responses cannot be written to disk either: they are not stored',
      back: 'responses can be written to disk again',
      level: 'error',
    });
  }

  get isEnabled(): boolean {
    return storeSettings(this.settings.current).isEnabled;
  }

  /** Within a transaction that also writes other things. */
  async saveWith(transaction: Transaction, owner: string, stored: StoredResponse): Promise<void> {
    const options = { ...this.getTimes(), transaction };
    this.quota.noteAdded(owner, await this.repository.save(owner, stored, options));
  }

  /** Whether it can be read from now on. Where the database does not take it, it waits on disk. */
  async save(owner: string, stored: StoredResponse): Promise<boolean> {
    const isSaved = isStorableId(stored.id) && (await this.saveOrSpool(owner, stored));
    if (!isSaved) this.onNotStored();
    return isSaved;
  }

  /** Whether there was one. */
  async delete(owner: string, id: string): Promise<boolean> {
    // Spooled files are removed after their row is there: where there is no file, the row tells the truth.
    if ((await this.spool.findSize(owner, id)) === undefined) return this.repository.delete(owner, id);
    return this.repository.runLocked(owner, id, async (transaction) => {
      const wasSpooled = await this.spool.remove(owner, id);
      return (await this.repository.delete(owner, id, transaction)) || wasSpooled;
    });
  }

  private async saveOrSpool(owner: string, stored: StoredResponse): Promise<boolean> {
    const times = this.getTimes();
    if (Date.now() >= this.restsUntilMs) {
      try {
        await this.saveInTime(owner, stored, times);
        this.databaseOutage.worked();
        return true;
      } catch (error) {
        if (isUnstorableData(error)) {
          this.logger.error({ err: error }, 'the database refuses a response');
          return false;
        }
        this.restsUntilMs = Date.now() + REST_MS;
        this.databaseOutage.failed(error);
      }
    }
    return this.spoolIt(owner, stored, times);
  }

  private async saveInTime(owner: string, stored: StoredResponse, times: StoredTimes): Promise<void> {
    const isOver = new AbortController();
    try {
      await Promise.race([
        this.repository.save(owner, stored, times).then((bytes) => this.quota.noteAdded(owner, bytes)),
        sleep(SAVE_TIMEOUT_MS, undefined, { signal: isOver.signal, ref: false }).then(() => {
          throw new Error('the database did not take a response in time');
        }),
      ]);
    } finally {
      isOver.abort();
    }
  }

  private async spoolIt(owner: string, stored: StoredResponse, times: StoredTimes): Promise<boolean> {
    try {
      await this.spool.add(owner, stored, times, quotaSettings(this.settings.current).responses);
      this.diskOutage.worked();
      return true;
    } catch (error) {
      this.diskOutage.failed(error);
      return false;
    }
  }

  private getTimes(): StoredTimes {
    const { retentionDays } = storeSettings(this.settings.current);
    const createdAt = new Date();
    return { createdAt, expiresAt: new Date(createdAt.getTime() + retentionDays * DAY_MS) };
  }
}
