import { type CopyRow, copyEncodedRows, copyRows } from '#database';
import { type EntityManager } from 'typeorm';
import { type RequestCharge } from '../budgets/request-charge.js';
import { PROCESS_DIED, getEventKey } from './begun-event.js';
import { type UsageEvent } from './usage-event.js';
import { type NumberedNames, ROW_COLUMNS, toRow } from './usage-row.js';

const SLICE_SIZE = 500;
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
    SELECT e.started_at, e.id, e.cost_micro_usd, e.input_tokens FROM usage_events e
    JOIN ${RECORDS} ON (record.started_at, record.id) = (e.started_at, e.id)
    WHERE e.outcome = '${PROCESS_DIED}' ORDER BY e.started_at, e.id FOR UPDATE OF e
  )
  UPDATE usage_events e SET ${CHANGED_COLUMNS.map((column) => `${column} = record.${column}`).join(', ')},
    -- A new number, so that exports that contain the estimate also get this row.
    sequence = DEFAULT
  FROM estimate JOIN ${RECORDS} ON (record.started_at, record.id) = (estimate.started_at, estimate.id)
  WHERE (e.started_at, e.id) = (estimate.started_at, estimate.id)
  RETURNING e.started_at, e.id, estimate.cost_micro_usd AS cost, estimate.input_tokens AS tokens`;

const MARK_HOURS = 'INSERT INTO usage_changed_hours (hour) SELECT unnest($1::timestamptz[])';

/** Inserts rows with COPY. If one of them already exists, the statement and its transaction fail. */
export async function copyEvents(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<void> {
  await copyRows(manager, 'usage_events', ROW_COLUMNS, toRows(events, names));
}

/** The same for rows that are encoded. */
export async function copyEncodedEvents(manager: EntityManager, rows: Iterable<Buffer>): Promise<void> {
  await copyEncodedRows(manager, 'usage_events', ROW_COLUMNS, rows);
}

/** Inserts the rows that do not exist yet, and returns the keys of these. */
export async function insertEvents(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<ReadonlySet<string>> {
  const inserted = new Set<string>();
  for (const some of toSlices(events)) {
    const keys = await manager.query<Key[]>(INSERT, [toJson(some, names)]);
    for (const key of keys) inserted.add(getRowKey(key));
  }
  return inserted;
}

/** Replaces estimates with the real events. Returns the costs of the replaced estimates by key. */
export async function replaceEstimates(
  manager: EntityManager,
  events: readonly UsageEvent[],
  names: NumberedNames,
): Promise<ReadonlyMap<string, RequestCharge>> {
  const estimates = new Map<string, RequestCharge>();
  for (const some of toSlices(events)) {
    const [replaced] = await manager.query<[EstimateRow[], number]>(REPLACE, [toJson(some, names)]);
    for (const row of replaced) {
      const charge = { usd: Number(row.cost ?? 0), tokens: Number(row.tokens ?? 0), requests: 1 };
      estimates.set(getRowKey(row), charge);
    }
  }
  return estimates;
}

/** Marks the hours of these events, so that their sums are computed again. */
export async function markHours(
  manager: EntityManager,
  events: readonly Pick<UsageEvent, 'startedAtMs'>[],
): Promise<void> {
  const hours = new Set<number>();
  for (const { startedAtMs } of events) hours.add(Math.floor(startedAtMs / HOUR_MS));
  await manager.query(MARK_HOURS, [[...hours].map((hour) => new Date(hour * HOUR_MS))]);
}

function* toRows(events: readonly UsageEvent[], names: NumberedNames): Generator<CopyRow> {
  for (const event of events) yield toRow(event, names);
}

/** Small slices, so that building their JSON does not block the event loop for long. */
function* toSlices(events: readonly UsageEvent[]): Generator<readonly UsageEvent[]> {
  for (let from = 0; from < events.length; from += SLICE_SIZE) yield events.slice(from, from + SLICE_SIZE);
}

function toJson(events: readonly UsageEvent[], names: NumberedNames): string {
  const records = events.map((event) => {
    const [startedAtMs, ...values] = toRow(event, names);
    const row = [new Date(startedAtMs as number).toISOString(), ...values];
    return Object.fromEntries(COLUMNS.map((column, index) => [column, row[index]]));
  });
  return JSON.stringify(records);
}

interface Key {
  started_at: Date;
  id: string;
}

interface EstimateRow extends Key {
  cost: string | null;
  tokens: string | null;
}

function getRowKey({ started_at: startedAt, id }: Key): string {
  return getEventKey({ id, startedAtMs: startedAt.getTime() });
}
