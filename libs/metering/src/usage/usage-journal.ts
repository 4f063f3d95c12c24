import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, OutageLog } from '#telemetry';
import { type BegunEvent } from './begun-event.js';
import { type ChargeBook } from './charge-book.js';
import { DeadSpools } from './dead-spools.js';
import { type EventStore } from './event-store.js';
import { type UsageEvent } from './usage-event.js';
import { DEFAULT_JOURNAL_SETTINGS, type JournalSettings } from './journal-settings.js';
import { JournalSpool, type WriteTime } from './journal-spool.js';
import { type StoreConnection, openEventStore } from './open-event-store.js';
import { SpoolDrain } from './spool-drain.js';
import { type UsageSink, UsageEntry } from './usage-entry.js';

/** How long a process that stops waits for an unavailable database. */
const CLOSE_TIMEOUT_MS = 5_000;

export interface UsageJournalOptions {
  /** Shared by all processes that may replay each other's spools. */
  folder: string;
  dataSource: StoreConnection;
  charges: ChargeBook;
  logger: Logger;
  /** Called with the events of this process that the database has stored. */
  onStored?: (events: readonly Pick<UsageEvent, 'id'>[]) => void;
  settings?: Partial<JournalSettings>;
}

/**
 * Records every request in the spool, once when it begins and once when it ends, so that each becomes exactly one usage
 * event, even if this process crashes. No request waits for the database.
 */
export class UsageJournal {
  private readonly spool: JournalSpool;
  private readonly drain: SpoolDrain;
  private readonly deadSpools: DeadSpools;
  private readonly replayOutage: OutageLog;
  private readonly settings: JournalSettings;
  private readonly store: EventStore;
  private readonly timers: NodeJS.Timeout[];
  private replaying: Promise<number> | undefined;
  private readonly sink: UsageSink = {
    finish: (begun, event, timing) => {
      this.spool.finish(begun, event, timing);
      if (this.waitingEvents >= this.settings.batchSize) this.drain.wake();
    },
    abandon: (begun) => this.spool.abandon(begun),
    waitUntilWritten: () => this.spool.waitUntilWritten(),
  };
  /**
   * Called when another process has claimed the spool because it considered this one dead. The leases of this process
   * were returned, and its spool owner is a new one.
   */
  onOwnerChanged: () => void = () => undefined;

  private constructor({ folder, dataSource, charges, logger, onStored, settings }: UsageJournalOptions) {
    this.settings = { ...DEFAULT_JOURNAL_SETTINGS, ...settings };
    this.store = openEventStore(dataSource, charges);
    const shared = { store: this.store, logger, settings: this.settings };
    this.spool = new JournalSpool({
      folder,
      encoder: this.store,
      logger,
      settings: this.settings,
      onOwnerChanged: () => this.onOwnerChanged(),
    });
    this.drain = new SpoolDrain({ ...shared, spool: this.spool, onStored });
    this.deadSpools = new DeadSpools({
      ...shared,
      folder,
      getOwnSpoolOwner: () => this.spoolOwner,
      reject: (event, error) => this.spool.reject(event, error),
    });
    this.replayOutage = new OutageLog(logger, {
      gone: 'usage spools of exited processes cannot be stored yet',
      back: 'usage spools of exited processes are stored again',
      level: 'error',
    });
    this.timers = [
      setInterval(() => this.spool.maintainInBackground(), this.settings.maintainEveryMs).unref(),
      setInterval(() => void this.replayDead(), this.settings.searchEveryMs).unref(),
    ];
  }

  static open(options: UsageJournalOptions): UsageJournal {
    const journal = new UsageJournal(options);
    journal.drain.start();
    void journal.replayDead();
    return journal;
  }

  /** The name under which this process leases from budgets. */
  get spoolOwner(): string {
    return this.spool.spoolOwner;
  }

  /** False while the disk cannot be written: then a crash loses the events that wait for the database. */
  get isDurable(): boolean {
    return this.spool.isDurable;
  }

  /** How many events wait in memory for the database. */
  get waitingEvents(): number {
    return this.spool.waiting.size;
  }

  /** How many events were lost because disk and database were both unavailable for too long. */
  get lostEvents(): number {
    return this.spool.lostEvents;
  }

  /** Call this before the first byte is sent to an upstream. It never throws and takes microseconds. */
  begin(event: BegunEvent, timing: WriteTime = 'now'): UsageEntry {
    this.spool.begin(event, timing);
    return new UsageEntry(event, this.sink);
  }

  /** Stores all waiting events now. False if the database could not store them. */
  async flush(): Promise<boolean> {
    await this.drain.drain();
    return (await this.drain.drain()) && this.waitingEvents === 0;
  }

  /** Replays the spools of exited processes and returns how many there were. Never rejects. */
  async replayDead(): Promise<number> {
    this.replaying ??= this.replayAll().finally(() => {
      this.replaying = undefined;
    });
    return this.replaying;
  }

  /** Stores everything and removes the spool. After the timeout, the spool is left for the next start. */
  async close(timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.drain.stop();
    this.deadSpools.stop();
    const timer = new AbortController();
    const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
    const isStored = await Promise.race([this.storeAll(), timeout]);
    timer.abort();
    if (isStored) this.spool.remove();
    else this.spool.release();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async storeAll(): Promise<boolean> {
    await this.replaying;
    await this.spool.waitForMaintenance();
    const isStored = await this.flush();
    if (!isStored || !this.spool.isIdle) return false;
    return this.store.closeSpool(this.spoolOwner).then(
      () => true,
      () => false,
    );
  }

  private async replayAll(): Promise<number> {
    try {
      const replayed = await this.deadSpools.replayAll();
      this.replayOutage.worked();
      return replayed;
    } catch (error) {
      this.replayOutage.failed(error);
      return 0;
    }
  }
}
