import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, OutageLog } from '#telemetry';
import { type BegunEvent } from './begun-event.js';
import { type ChargeBook } from './charge-book.repository.js';
import { DeadSpools } from './dead-spools.js';
import { type EventStore } from './event-store.js';
import { DEFAULT_JOURNAL_SETTINGS, type JournalSettings } from './journal-settings.js';
import { JournalSpool, type WriteTime } from './journal-spool.js';
import { type StoreConnection, openEventStore } from './open-event-store.repository.js';
import { SpoolDrain } from './spool-drain.js';
import { type UsageEnds, UsageEntry } from './usage-entry.js';
import { type UsageEvent } from './usage-event.js';

/** How long a process that stops waits for a database that is away. */
const TIMEOUT_MS = 5_000;

export interface UsageJournalOptions {
  /** Shared by all processes that can look after each other's spools. */
  folder: string;
  dataSource: StoreConnection;
  charges: ChargeBook;
  logger: Logger;
  /** Events of this process that the database has. */
  onStored?: (events: readonly UsageEvent[]) => void;
  settings?: Partial<JournalSettings>;
}

/**
 * Writes down every request, once when it begins and once when it is over, so that each becomes exactly one usage event,
 * whatever happens to this process. Nothing here waits for the database while a request does.
 */
export class UsageJournal {
  private readonly spool: JournalSpool;
  private readonly drain: SpoolDrain;
  private readonly deadSpools: DeadSpools;
  private readonly searchOutage: OutageLog;
  private readonly settings: JournalSettings;
  private readonly store: EventStore;
  private readonly timers: NodeJS.Timeout[];
  private searching: Promise<number> | undefined;
  private readonly ends: UsageEnds = {
    finish: (begun, event, when) => {
      this.spool.finish(begun, event, when);
      if (this.waitingEvents >= this.settings.batchSize) this.drain.wake();
    },
    abandon: (begun) => this.spool.abandon(begun),
    written: () => this.spool.written(),
  };
  /**
   * Called when this process had been taken for dead: what it had leased has gone back, and its spool owner is another.
   */
  onMoved: () => void = () => undefined;

  private constructor({ folder, dataSource, charges, logger, onStored, settings }: UsageJournalOptions) {
    this.settings = { ...DEFAULT_JOURNAL_SETTINGS, ...settings };
    this.store = openEventStore(dataSource, charges);
    const shared = { store: this.store, logger, settings: this.settings };
    this.spool = new JournalSpool({ folder, logger, settings: this.settings, onMoved: () => this.onMoved() });
    this.drain = new SpoolDrain({ ...shared, spool: this.spool, onStored });
    this.deadSpools = new DeadSpools({
      ...shared,
      folder,
      ownSpoolOwner: () => this.spoolOwner,
      reject: (event, error) => this.spool.reject(event, error),
    });
    this.searchOutage = new OutageLog(logger, {
      gone: 'the usage of processes that are gone cannot be replayed; it waits',
      back: 'the usage of processes that are gone is replayed again',
      level: 'error',
    });
    this.timers = [
      setInterval(() => this.spool.keepInBackground(), this.settings.keepEveryMs).unref(),
      setInterval(() => void this.replayDead(), this.settings.searchEveryMs).unref(),
    ];
  }

  static open(options: UsageJournalOptions): UsageJournal {
    const journal = new UsageJournal(options);
    journal.drain.start();
    void journal.replayDead();
    return journal;
  }

  /** Under this name the process leases from budgets. */
  get spoolOwner(): string {
    return this.spool.spoolOwner;
  }

  /** False while the disk takes nothing: then what waits for the database would die with this process. */
  get isDurable(): boolean {
    return this.spool.isDurable;
  }

  /** How many events wait in memory for the database. */
  get waitingEvents(): number {
    return this.spool.waiting.size;
  }

  /** How many are lost, because disk and database were both away for too long. */
  get lostEvents(): number {
    return this.spool.lostEvents;
  }

  /** Before the first byte goes to an upstream. Never throws, and takes microseconds. */
  begin(event: BegunEvent, when: WriteTime = 'now'): UsageEntry {
    this.spool.begin(event, when);
    return new UsageEntry(event, this.ends);
  }

  /** Stores what waits, now. False where the database does not take it. */
  async flush(): Promise<boolean> {
    await this.drain.drain();
    return (await this.drain.drain()) && this.waitingEvents === 0;
  }

  /** Replays what processes have left that are gone, and says how many. Never rejects. */
  async replayDead(): Promise<number> {
    this.searching ??= this.search().finally(() => {
      this.searching = undefined;
    });
    return this.searching;
  }

  /** Stores everything and leaves nothing behind; or, where that takes too long, all of it for the next start. */
  async close(timeoutMs = TIMEOUT_MS): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.drain.stop();
    this.deadSpools.stop();
    const isOver = new AbortController();
    const timeout = sleep(timeoutMs, false, { signal: isOver.signal }).catch(() => false);
    const isDone = await Promise.race([this.finishAll(), timeout]);
    isOver.abort();
    if (isDone) this.spool.remove();
    else this.spool.leave();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private async finishAll(): Promise<boolean> {
    await this.searching;
    await this.spool.settled();
    const isStored = await this.flush();
    if (!isStored || !this.spool.isIdle) return false;
    return this.store.closeSpool(this.spoolOwner).then(
      () => true,
      () => false,
    );
  }

  private async search(): Promise<number> {
    try {
      const replayed = await this.deadSpools.replayAll();
      this.searchOutage.worked();
      return replayed;
    } catch (error) {
      this.searchOutage.failed(error);
      return 0;
    }
  }
}
