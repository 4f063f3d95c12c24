/** Intervals and limits of a journal. Tests use shorter ones. */
export interface JournalSettings {
  /** The interval at which events are stored in the database. */
  drainEveryMs: number;
  /**
   * The maximum number of events per batch: about a second of full load, so that the fixed cost of a batch is
   * negligible.
   */
  batchSize: number;
  /** How many events may wait in memory; further ones wait on disk. */
  maxInMemory: number;
  /** The interval at which the spool is flushed to disk, and a new file is started if the active one is full. */
  maintainEveryMs: number;
  /** The interval at which the active file is touched, to show other processes that this one is alive. */
  touchEveryMs: number;
  /** The owner of a spool that was not touched for this long is considered dead. */
  staleAfterMs: number;
  /** The interval at which spools of exited processes are searched. */
  searchEveryMs: number;
  /** The longest pause between two attempts to reach an unavailable database. */
  maxPauseMs: number;
}

export const DEFAULT_JOURNAL_SETTINGS: JournalSettings = {
  drainEveryMs: 1_000,
  batchSize: 10_000,
  maxInMemory: 20_000,
  maintainEveryMs: 1_000,
  touchEveryMs: 5_000,
  staleAfterMs: 30_000,
  searchEveryMs: 10_000,
  maxPauseMs: 5_000,
};
