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

/** The assignments of an UPDATE; their values go behind the parameters that are already there. */
export function assignments({ set = {}, at = {} }: TaskChange, parameters: unknown[]): string {
  const values = Object.entries(set).map(([column, value]) => {
    parameters.push(JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value);
    return `${column} = $${parameters.length}`;
  });
  const times = Object.entries(at).map(([column, inMs]) => {
    parameters.push(inMs);
    const moment = `clock_timestamp() + $${parameters.length} * interval '1 millisecond'`;
    // However patient a step is, the task is looked at when its time is over.
    return `${column} = ${column === 'next_run_at' ? `LEAST(${moment}, deadline_at)` : moment}`;
  });
  return [...values, ...times, 'updated_at = clock_timestamp()'].join(', ');
}
