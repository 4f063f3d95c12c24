import { type TestDatabase } from '../harness/index.js';

/**
 * Without partitions: their columns and indexes are those of their table, under names that depend on how they were
 * created.
 */
const TABLES = `SELECT oid, relname, relkind, relpersistence, reloptions FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** Every kind of object that a migration can create, each as one line. */
const OBJECTS = `
  WITH tables AS (${TABLES})
  SELECT 'table ' || relname || ' ' || concat_ws(' ', relkind, relpersistence, reloptions::text) AS line FROM tables
  UNION ALL
  SELECT 'column ' || concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), 'not null', attnotnull,
    'identity', attidentity, 'generated', attgenerated, 'storage', attstorage, pg_get_expr(adbin, adrelid))
  FROM tables JOIN pg_attribute c ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  UNION ALL
  SELECT 'index ' || pg_get_indexdef(indexrelid) || ' valid ' || indisvalid FROM tables JOIN pg_index ON indrelid = tables.oid
  UNION ALL
  SELECT 'constraint ' || concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid))
  FROM tables JOIN pg_constraint c ON conrelid = tables.oid
  UNION ALL
  SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM tables JOIN pg_trigger t ON tgrelid = tables.oid AND NOT tgisinternal
  UNION ALL
  SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'sequence ' || concat_ws(' ', sequencename, data_type, start_value, increment_by)
  FROM pg_sequences WHERE schemaname = 'public'`;

export async function describeSchema(database: TestDatabase): Promise<string[]> {
  const rows = await database.query(OBJECTS);
  return rows.map(({ line }) => String(line)).toSorted();
}
