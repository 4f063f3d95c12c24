import { setTimeout as sleep } from 'node:timers/promises';
import { type Transaction, isDatabaseAway, isUnstorableData } from '#database';
import { LiveSettings, quotaSettings, storeSettings } from '#settings';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncedSpool } from './announced-spool.js';
import { ResponseQuota } from './response-quota.js';
import { type StoredResponse, type StoredTimes, isStorableId } from './stored-response.js';
import { StoredResponseRepository } from './stored-response.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** After this time, a response is written to disk instead of the database. */
const SAVE_TIMEOUT_MS = 3_000;
/** After an error, the database is not used for this long and responses are written to disk at once. */
const PAUSE_MS = 1_000;

/** Stores responses of all upstreams, so that clients can continue from them. */
@Injectable()
export class ResponseStore {
  /** Called for each response that could not be stored. */
  onNotStored: () => void = () => undefined;
  private pausedUntilMs = 0;
  private readonly databaseOutage: OutageLog;
  private readonly diskOutage: OutageLog;

  constructor(
    private readonly repository: StoredResponseRepository,
    private readonly spool: AnnouncedSpool,
    private readonly settings: LiveSettings,
    private readonly quota: ResponseQuota,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.databaseOutage = new OutageLog(logger, {
      gone: 'responses cannot be stored in the database and are written to disk',
      back: 'responses are stored in the database again',
    });
    this.diskOutage = new OutageLog(logger, {
      gone: 'responses cannot be written to disk either and are not stored',
      back: 'responses can be written to disk again',
      level: 'error',
    });
  }

  get isEnabled(): boolean {
    return storeSettings(this.settings.current).isEnabled;
  }

  /** Stores a response as a part of a transaction. */
  async saveWith(transaction: Transaction, owner: string, stored: StoredResponse): Promise<void> {
    const options = { ...this.getTimes(), transaction };
    this.quota.noteAdded(owner, await this.repository.save(owner, stored, options));
  }

  /** Returns whether it was stored. If the database fails, it is written to disk. */
  async save(owner: string, stored: StoredResponse): Promise<boolean> {
    const isSaved = isStorableId(stored.id) && (await this.saveOrSpool(owner, stored));
    if (!isSaved) this.onNotStored();
    return isSaved;
  }

  /** Returns whether it existed. */
  async delete(owner: string, id: string): Promise<boolean> {
    // A file is removed only after its row was written, so without a file the row is authoritative.
    if ((await this.spool.files.findSize(owner, id)) === undefined) return this.repository.delete(owner, id);
    return this.repository.runLocked(owner, id, async (transaction) => {
      const wasSpooled = await this.spool.files.remove(owner, id);
      return (await this.repository.delete(owner, id, transaction)) || wasSpooled;
    });
  }

  private async saveOrSpool(owner: string, stored: StoredResponse): Promise<boolean> {
    const times = this.getTimes();
    if (Date.now() >= this.pausedUntilMs) {
      try {
        await this.saveInTime(owner, stored, times);
        this.databaseOutage.worked();
        return true;
      } catch (error) {
        if (isUnstorableData(error)) {
          this.logger.error({ err: error }, 'the database rejected a response');
          return false;
        }
        this.pausedUntilMs = Date.now() + PAUSE_MS;
        this.spool.noteOutage({ isDatabaseAway: isDatabaseAway(error) });
        this.databaseOutage.failed(error);
      }
    }
    return this.writeToSpool(owner, stored, times);
  }

  private async saveInTime(owner: string, stored: StoredResponse, times: StoredTimes): Promise<void> {
    const isOver = new AbortController();
    try {
      await Promise.race([
        this.repository.save(owner, stored, times).then((bytes) => this.quota.noteAdded(owner, bytes)),
        sleep(SAVE_TIMEOUT_MS, undefined, { signal: isOver.signal, ref: false }).then(() => {
          throw new Error('the database did not store the response in time');
        }),
      ]);
    } finally {
      isOver.abort();
    }
  }

  private async writeToSpool(owner: string, stored: StoredResponse, times: StoredTimes): Promise<boolean> {
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
