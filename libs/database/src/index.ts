export { withSetupLock } from './advisory-lock.js';
export { ADVISORY_LOCKS } from './advisory-locks.js';
export { ChangeFeed } from './change-feed.js';
export { ClockWatch, HARMFUL_CLOCK_OFFSET_MS, measureClockOffset } from './clock-watch.js';
export { copyIn } from './copy-in.js';
export { copyOut } from './copy-out.js';
export { type CopyColumns, type CopyRow, EncodedRows, copyEncodedRows, copyRows } from './copy-rows.js';
export { createDataSource } from './data-source.js';
export { isDatabaseAway, isUnstorableData, isUnstorableText } from './database-fault.js';
export { type BatchLimits, deleteInBatches } from './delete-in-batches.js';
export { compareSchema, isMigrated } from './is-migrated.js';
export { migrateDatabase } from './migrate.js';
export { createDataSourceAt, listKnownMigrations } from './migrate-to.js';
export { SafeClient } from './safe-client.js';
export { createCursorError, readCursor, writeCursor } from './lists/cursor.js';
export { type SortColumns, keysetPage, listSorts } from './lists/keyset-page.js';
export { newestFirst } from './lists/newest-first.js';
export { type Page, type PageRequest, mapPage } from './lists/page.js';
export { pagesOf } from './lists/pages-of.js';
export { getPoolUse } from './pool-use.js';
export { refuseTakenName } from './refuse-taken-name.js';
export { writeColumns } from './schema/columns-text.js';
export { EXPECTED_COLUMNS } from './schema/expected-columns.js';
export { compareColumns, findSchemaFaults } from './schema/find-schema-faults.js';
export { readColumns } from './schema/read-columns.js';
export { SchemaCheck } from './schema/schema-check.js';
export { SchemaMismatch } from './schema/schema-mismatch.js';
export { readSettledSequence } from './settled-sequence.js';
export { makeDurableFolder, syncFolder, writeNewFile } from './durable-files.js';
export { SqlConditions } from './sql-conditions.js';
export {
  DATABASE_TABLES,
  type TableRetention,
  type TableWithPeriod,
  getCutoff,
  hasPeriod,
  isExpiring,
} from './table-retention.js';
export { WORKER_APPLICATIONS, workerApplicationName } from './worker-application.js';
export { DATABASE_OPTIONS, type DatabaseModuleOptions } from './database-options.js';
export { DatabaseModule } from './database.module.js';
export { TableChanges } from './table-changes.js';
export { DataSource as Database } from 'typeorm';
export type { EntityManager as Transaction } from 'typeorm';
