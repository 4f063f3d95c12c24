/** A cache of tables in memory. */
export interface CachedTables {
  /** Called after a change of a row, by table. If it rejects, everything is loaded again. */
  onChange: Readonly<Record<string, (id: string) => Promise<void>>>;
  /** Loads everything: at the start, and if changes may have been missed. */
  reload(): Promise<void>;
}
