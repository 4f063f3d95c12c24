/** How a journal behaves. Tests are less patient. */
export interface JournalSettings {
  /** How long events wait for others to be stored with. */
  drainEveryMs: number;
  /** How many are stored at once: what comes in a second under load, so that a batch is dear by its rows alone. */
  batchSize: number;
  /** How many may wait in memory; those beyond wait on disk. */
  maxInMemory: number;
  /** How often the spool is looked after: brought to disk, and begun anew where that is due. */
  keepEveryMs: number;
  /** How often others are told that this process lives. */
  touchEveryMs: number;
  /** A spool that nobody has touched for so long is that of a process which is gone. */
  staleAfterMs: number;
  /** How often spools of others are looked for. */
  searchEveryMs: number;
  /** The longest pause between two attempts to reach a database that is away. */
  maxPauseMs: number;
}

export const DEFAULT_JOURNAL_SETTINGS: JournalSettings = {
  drainEveryMs: 1_000,
  batchSize: 10_000,
  maxInMemory: 20_000,
  keepEveryMs: 1_000,
  touchEveryMs: 5_000,
  staleAfterMs: 30_000,
  searchEveryMs: 10_000,
  maxPauseMs: 5_000,
};
