import { type JsonObject } from '#canonical';
import { type TaskRow } from './task-row.js';

type Settable =
  | 'phase'
  | 'status'
  | 'progress'
  | 'channel_id'
  | 'channel_name'
  | 'upstream_model'
  | 'account'
  | 'sealed_account'
  | 'refused_channels'
  | 'last_failure'
  | 'request_hash'
  | 'submit_attempt'
  | 'upstream_id'
  | 'sealed_memo'
  | 'misses'
  | 'cost_micro_usd'
  | 'result'
  | 'error_code'
  | 'error_message';

type Timed =
  | 'next_run_at'
  | 'lease_until'
  | 'resolve_until'
  | 'submitted_at'
  | 'missing_since'
  | 'cancel_requested_at'
  | 'started_at'
  | 'finished_at';

/** What becomes of a row. Times are given as milliseconds from now, by the clock of the database. */
export interface TaskChange {
  set?: Partial<Pick<TaskRow, Settable>>;
  at?: Partial<Record<Timed, number | null>>;
}

export interface TaskEvent {
  kind: string;
  detail?: JsonObject;
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['last_failure', 'result']);

/** Whoever wants a task looked at earlier, while somebody works on it, waits so long after that. */
const AGAIN_AFTER = `interval '1 second'`;

/**
 * The assignments of an UPDATE; their values go behind the parameters that are already there. `readAt` is when the task
 * was read: a row that is due later than that has been made due meanwhile, and is looked at again soon.
 */
export function assignments({ set = {}, at = {} }: TaskChange, parameters: unknown[], readAt?: Date): string {
  const values = Object.entries(set).map(([column, value]) => {
    parameters.push(JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value);
    return `${column} = $${parameters.length}`;
  });
  const times = Object.entries(at).map(([column, inMs]) => {
    parameters.push(inMs);
    const moment = `clock_timestamp() + $${parameters.length} * interval '1 millisecond'`;
    if (column !== 'next_run_at') return `${column} = ${moment}`;
    parameters.push(readAt ?? null);
    // The driver gives moments without what is beyond milliseconds.
    const isCalled = `next_run_at > $${parameters.length}::timestamptz + interval '1 millisecond'`;
    const again = `CASE WHEN ${isCalled} THEN clock_timestamp() + ${AGAIN_AFTER} END`;
    // However patient a step is, the task is looked at when its time is over.
    return `next_run_at = LEAST(${moment}, deadline_at, ${again})`;
  });
  return [...values, ...times, 'updated_at = clock_timestamp()'].join(', ');
}
