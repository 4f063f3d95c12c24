/** What is held in memory of tables. */
export interface HeldTables {
  /** What is done when a row of a table has changed. Where this rejects, everything is read again. */
  onChange: Readonly<Record<string, (id: string) => Promise<void>>>;
  /** Reads everything: at the start, and whenever changes may have been missed. */
  reload(): Promise<void>;
}
