import { type CopyRow, copyRows } from '#database';
import { type EntityManager } from 'typeorm';
import { PROCESS_DIED, getKey } from './begun-event.js';
import { type UsageEvent } from './usage-event.js';
import { type NumberedNames, ROW_COLUMNS, getRow } from './usage-row.js';

const SLICE = 500;
const HOUR_MS = 60 * 60 * 1000;
const COLUMNS = Object.keys(ROW_COLUMNS);
const CHANGED_COLUMNS = COLUMNS.filter((column) => column !== 'started_at' && column !== 'id');
const RECORDS = `json_to_recordset($1::json) AS record(${Object.entries(ROW_COLUMNS)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ')})`;

const INSERT = `
  INSERT INTO usage_events (${COLUMNS.join(', ')}) SELECT ${COLUMNS.join(', ')} FROM ${RECORDS}
  ON CONFLICT (started_at, id) DO NOTHING RETURNING started_at, id`;

const REPLACE = `
  WITH estimate AS (
    SELECT e.started_at, e.id, e.cost_micro_usd FROM usage_events e
    JOIN ${RECORDS} ON (record.started_at, record.id) = (e.started_at, e.id)
    WHERE e.outcome = '${PROCESS_DIED}' ORDER BY e.started_at, e.id FOR UPDATE OF e
  )
  UPDATE usage_events e SET ${CHANGED_COLUMNS.map((column) => `${column} = record.${column}`).join(', ')},
    -- Exports that have had the estimate are to have this as well.
    sequence = DEFAULT
  FROM estimate JOIN ${RECORDS} ON (record.started_at, record.id) = (estimate.started_at, estimate.id)
  WHERE (e.started_at, e.id) = (estimate.started_at, estimate.id)
  RETURNING e.started_at, e.id, estimate.cost_micro_usd AS estimate`;

const MARK_HOURS = 'INSERT INTO usage_changed_hours (hour) SELECT unnest($1::timestamptz[])';

/** Writes rows of events of which none is there yet: otherwise it fails, and with it the transaction. */
export async function copyEvents(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<void> {
  await copyRows(manager, 'usage_events', ROW_COLUMNS, rowsOf(events, names));
}

/** Writes rows of events that are not there yet. Gives the keys of those. */
export async function insertEvents(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<ReadonlySet<string>> {
  const inserted = new Set<string>();
  for (const some of slices(events)) {
    const keys = await manager.query<Key[]>(INSERT, [toJson(some, names)]);
    for (const key of keys) inserted.add(getRowKey(key));
  }
  return inserted;
}

/** Puts events in the place of estimates. Gives what those had cost, by key, and nothing for what was no estimate. */
export async function replaceEstimates(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<ReadonlyMap<string, string | null>> {
  const estimates = new Map<string, string | null>();
  for (const some of slices(events)) {
    const [replaced] = await manager.query<[(Key & { estimate: string | null })[], number]>(REPLACE, [
      toJson(some, names),
    ]);
    for (const row of replaced) estimates.set(getRowKey(row), row.estimate);
  }
  return estimates;
}

/** The hours of these events have to be added up again. */
export async function markHours(manager: EntityManager, events: readonly UsageEvent[]): Promise<void> {
  const hours = new Set<number>();
  for (const { startedAtMs } of events) hours.add(Math.floor(startedAtMs / HOUR_MS));
  await manager.query(MARK_HOURS, [[...hours].map((hour) => new Date(hour * HOUR_MS))]);
}

function* rowsOf(events: readonly UsageEvent[], names: NumberedNames): Generator<CopyRow> {
  for (const event of events) yield getRow(event, names);
}

/** Few enough for other work to go on while they are made into JSON. */
function* slices(events: readonly UsageEvent[]): Generator<readonly UsageEvent[]> {
  for (let from = 0; from < events.length; from += SLICE) yield events.slice(from, from + SLICE);
}

function toJson(events: readonly UsageEvent[], names: NumberedNames): string {
  const records = events.map((event) => {
    const [startedAtMs, ...values] = getRow(event, names);
    const row = [new Date(startedAtMs as number).toISOString(), ...values];
    return Object.fromEntries(COLUMNS.map((column, index) => [column, row[index]]));
  });
  return JSON.stringify(records);
}

interface Key {
  started_at: Date;
  id: string;
}

function getRowKey({ started_at: startedAt, id }: Key): string {
  return getKey({ id, startedAtMs: startedAt.getTime() });
}
