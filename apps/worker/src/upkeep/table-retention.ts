import { ACCESS_TABLES } from '#access';
import { AUDIT_TABLES } from '#audit';
import { CATALOG_TABLES } from '#catalog';
import { DATABASE_TABLES, type Database, type TableRetention, deleteInBatches, isExpiring } from '#database';
import { MEDIA_TABLES } from '#media';
import { METERING_TABLES } from '#metering';
import { QUEUE_TABLES } from '#jobs';
import { QUOTAS_TABLES } from '#quotas';
import { REPLAYS_TABLES } from '#replays';
import { RESPONSES_TABLES } from '#responses';
import { SETTINGS_TABLES } from '#settings';
import { VIDEO_TASKS_TABLES } from '#video-tasks';
import { WEBHOOKS_TABLES } from '#webhooks';

/** How long the rows of each table stay, as the library says that writes it. */
export const TABLE_RETENTION: readonly TableRetention[] = [
  ...ACCESS_TABLES,
  ...AUDIT_TABLES,
  ...CATALOG_TABLES,
  ...DATABASE_TABLES,
  ...MEDIA_TABLES,
  ...METERING_TABLES,
  ...QUEUE_TABLES,
  ...QUOTAS_TABLES,
  ...REPLAYS_TABLES,
  ...RESPONSES_TABLES,
  ...SETTINGS_TABLES,
  ...VIDEO_TASKS_TABLES,
  ...WEBHOOKS_TABLES,
  {
    table: 'maintenance_runs',
    keptBecause: 'It has one row, which every run of the maintenance writes anew.',
  },
];

/** Rows that went, by their table. */
export type ExpiredRows = Readonly<Record<string, number>>;

/** Deletes what has expired from every table for which a condition says what that is. */
export async function deleteExpiredRows(database: Database, now: Date): Promise<ExpiredRows> {
  const deleted: Record<string, number> = {};
  for (const { table, expired } of TABLE_RETENTION.filter(isExpiring)) {
    deleted[table] = await deleteInBatches(database, { table, where: expired, parameters: [now] });
  }
  return deleted;
}
