import { type JsonObject } from '#canonical';
import { type TaskRow } from './task-row.js';

type SettableColumn =
  | 'phase'
  | 'status'
  | 'progress'
  | 'channel_id'
  | 'channel_name'
  | 'upstream_model'
  | 'account'
  | 'sealed_account'
  | 'sealed_request'
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

type TimeColumn =
  | 'next_run_at'
  | 'lease_until'
  | 'resolve_until'
  | 'submitted_at'
  | 'missing_since'
  | 'cancel_requested_at'
  | 'started_at'
  | 'finished_at';

/** A change of a row. Times are in milliseconds from now, by the clock of the database. */
export interface TaskChange {
  set?: Partial<Pick<TaskRow, SettableColumn>>;
  at?: Partial<Record<TimeColumn, number | null>>;
}

export interface TaskEvent {
  kind: string;
  detail?: JsonObject;
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['last_failure', 'result']);

/** If a task was made due while a step was running, the next step runs this long after it. */
const RECHECK_AFTER = `interval '1 second'`;

/**
 * The assignments of an UPDATE. Their values are appended to the parameters. `readAt` is the time at which the task was
 * read: a row whose `next_run_at` is later was made due meanwhile, and its next step runs soon.
 */
export function buildAssignments(
  { set = {}, at = {} }: TaskChange,
  parameters: unknown[],
  readAt?: Date,
): string {
  const values = Object.entries(set).map(([column, value]) => {
    parameters.push(JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value);
    return `${column} = $${parameters.length}`;
  });
  const times = Object.entries(at).map(([column, inMs]) => {
    parameters.push(inMs);
    const time = `clock_timestamp() + $${parameters.length} * interval '1 millisecond'`;
    if (column !== 'next_run_at') return `${column} = ${time}`;
    parameters.push(readAt ?? null);
    // The driver truncates times to milliseconds.
    const isMadeDue = `next_run_at > $${parameters.length}::timestamptz + interval '1 millisecond'`;
    const recheck = `CASE WHEN ${isMadeDue} THEN clock_timestamp() + ${RECHECK_AFTER} END`;
    // A step runs at the deadline at the latest.
    return `next_run_at = LEAST(${time}, deadline_at, ${recheck})`;
  });
  return [...values, ...times, 'updated_at = clock_timestamp()'].join(', ');
}
