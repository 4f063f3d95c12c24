import { type EntityManager } from 'typeorm';
import { PROCESS_DIED, getKey } from './begun-event.js';
import { type UsageEvent } from './usage-event.js';
import { type UsageNameRepository } from './usage-names.repository.js';
import { COUNTS, NAME_COLUMNS, getNames, getRow } from './usage-row.js';

const TYPES: Readonly<Record<string, string>> = {
  started_at: 'timestamptz',
  id: 'uuid',
  cost_micro_usd: 'bigint',
  ...Object.fromEntries(Object.keys(NAME_COLUMNS).map((column) => [column, 'integer'])),
  duration_ms: 'integer',
  first_byte_ms: 'integer',
  ...Object.fromEntries(COUNTS.map(([, { column }]) => [column, 'integer'])),
  is_streamed: 'boolean',
  is_estimated: 'boolean',
  is_cache_hit: 'boolean',
  outcome: 'text',
  request_id: 'text',
  detail: 'jsonb',
};
const COLUMNS = Object.keys(TYPES);
const CHANGED_COLUMNS = COLUMNS.filter((column) => column !== 'started_at' && column !== 'id');
const RECORDS = `json_to_recordset($1::json) AS record(${COLUMNS.map((column) => `${column} ${TYPES[column]}`).join(', ')})`;

const INSERT = `
  INSERT INTO usage_events (${COLUMNS.join(', ')}) SELECT ${COLUMNS.join(', ')} FROM ${RECORDS}
  ON CONFLICT (started_at, id) DO NOTHING RETURNING started_at, id`;

const REPLACE = `
  WITH estimate AS (
    SELECT e.started_at, e.id, e.cost_micro_usd FROM usage_events e
    JOIN ${RECORDS} ON (record.started_at, record.id) = (e.started_at, e.id)
    WHERE e.outcome = '${PROCESS_DIED}' ORDER BY e.id FOR UPDATE OF e
  )
  UPDATE usage_events e SET ${CHANGED_COLUMNS.map((column) => `${column} = record.${column}`).join(', ')}
  FROM estimate JOIN ${RECORDS} ON (record.started_at, record.id) = (estimate.started_at, estimate.id)
  WHERE (e.started_at, e.id) = (estimate.started_at, estimate.id)
  RETURNING e.started_at, e.id, estimate.cost_micro_usd AS estimate`;

const MARK_HOURS = `
  INSERT INTO usage_changed_hours (hour)
  SELECT DISTINCT date_trunc('hour', started_at, 'UTC') FROM unnest($1::timestamptz[]) AS started_at`;

/** An event as the table has it. */
export type UsageRow = Readonly<Record<string, unknown>>;

/** The rows of events, by their keys. */
export async function getRows(
  events: readonly UsageEvent[],
  names: Pick<UsageNameRepository, 'getNumbers'>,
): Promise<ReadonlyMap<string, UsageRow>> {
  const used = new Set(events.flatMap((event) => getNames(event).map(([, name]) => name)));
  const numbers = await names.getNumbers(used);
  return new Map(events.map((event) => [getKey(event), getRow(event, numbers)]));
}

/** Writes rows that are not there yet. Gives the keys of those. */
export async function insertRows(
  manager: EntityManager,
  rows: Iterable<UsageRow>,
): Promise<ReadonlySet<string>> {
  const inserted = await manager.query<Key[]>(INSERT, [JSON.stringify([...rows])]);
  return new Set(inserted.map(getRowKey));
}

/** Puts rows in the place of estimates. Gives what those had cost, by key, and nothing for what was no estimate. */
export async function replaceEstimates(
  manager: EntityManager,
  rows: Iterable<UsageRow | undefined>,
): Promise<ReadonlyMap<string, string | null>> {
  const [replaced] = await manager.query<[(Key & { estimate: string | null })[], number]>(REPLACE, [
    JSON.stringify([...rows]),
  ]);
  return new Map(replaced.map((row) => [getRowKey(row), row.estimate]));
}

/** The hours of these events have to be added up again. */
export async function markHours(manager: EntityManager, events: readonly UsageEvent[]): Promise<void> {
  await manager.query(MARK_HOURS, [events.map(({ startedAtMs }) => new Date(startedAtMs))]);
}

interface Key {
  started_at: Date;
  id: string;
}

function getRowKey({ started_at: startedAt, id }: Key): string {
  return getKey({ id, startedAtMs: startedAt.getTime() });
}
