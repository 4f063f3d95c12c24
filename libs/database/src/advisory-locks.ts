/**
 * The numbers of the advisory locks that the gateway takes in its database. Never change one: during an upgrade, processes
 * of the previous version use it, too.
 */
export const ADVISORY_LOCKS = {
  /** For changes of the schema and of the entries of the config file. */
  setup: 7_163_550_612,
  /** For adding or removing a partition of usage. */
  usagePartitions: 7_163_550_613,
  /** For closing accounts or transactions of the ledger. */
  ledgerClosing: 7_163_550_614,
  /** For appending to the audit log. */
  auditLog: 7_163_550_615,
  /** For claiming webhook deliveries. */
  webhookClaims: 7_163_550_616,
  /** For the sections of the config file that a process starts with. */
  configSections: 7_163_550_620,
  /** For the sums of usage per hour. */
  usageRollup: 7_163_550_621,
  /** For moving generated files to another store. */
  mediaMove: 7_301_902_114,
} as const;
