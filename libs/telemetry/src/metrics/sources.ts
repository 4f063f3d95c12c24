/** Families whose values are read from other code at each scrape. */
export const SOURCES = {
  channel_state: {
    help: 'Number of processes in which a channel is in this state for a model.',
    labels: ['channel', 'model', 'state'],
    acrossProcesses: 'sum',
  },
  channel_key_refused: {
    help: '1 if the provider rejected the key of a channel.',
    labels: ['channel'],
    acrossProcesses: 'max',
  },
  upstream_connections: {
    help: 'Connections to an address that are in use by a request.',
    labels: ['address'],
    acrossProcesses: 'sum',
  },
  upstream_connections_limit: {
    help: 'Maximum number of connections to an address, of the channel that was used last.',
    labels: ['address'],
    acrossProcesses: 'sum',
  },
  limits_shared: {
    help: '1 while limits are shared between processes, 0 while each process counts its own share.',
    labels: [],
    acrossProcesses: 'min',
  },
  overloaded: {
    help: '1 while a process is overloaded and rejects requests.',
    labels: [],
    acrossProcesses: 'max',
  },
  queue_delay_seconds: {
    help: 'The longest event loop iteration in the last second.',
    labels: [],
    acrossProcesses: 'max',
  },
  held_bytes: {
    help: 'Bytes held by requests in progress: bodies and downloaded files in memory, uploads on disk.',
    labels: ['place'],
    acrossProcesses: 'sum',
  },
  held_bytes_limit: {
    help: 'Limit of these bytes. Above it new requests wait and are then rejected.',
    labels: ['place'],
    acrossProcesses: 'sum',
  },
  changes_arriving: {
    help: '1 while database notifications arrive, 0 while changes are polled every 30 s.',
    labels: [],
    acrossProcesses: 'min',
  },
  clock_offset_seconds: {
    help: 'How far the clock of a process is ahead of the database. Negative if it is behind.',
    labels: [],
    acrossProcesses: 'max',
  },
  config_generation: {
    help: 'The active generation of the config file.',
    labels: [],
    acrossProcesses: 'max',
  },
  config_file_counts: {
    help: '1 while the config file of this process is the active one, 0 while another file is.',
    labels: [],
    acrossProcesses: 'min',
  },
  usage_spool_events: {
    help: 'Usage events waiting to be written to the database.',
    labels: [],
    acrossProcesses: 'sum',
  },
  usage_spool_durable: {
    help: '1 while usage events are written to disk, 0 while they are held in memory only.',
    labels: [],
    acrossProcesses: 'min',
  },
  responses_on_disk: {
    help: 'Stored responses on disk waiting to be written to the database.',
    labels: [],
    acrossProcesses: 'max',
  },
  queue_unfinished: {
    help: 'Unfinished items of a queue: due, waiting or in progress. At most 100,000.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  queue_due: {
    help: 'Items of a queue that are due and not in progress. At most 100,000.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  queue_oldest_due_seconds: {
    help: 'Waiting time of the oldest due item of a queue.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  export_rows: {
    help: 'Rows delivered by an export since it started.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  export_lag_seconds: {
    help: 'Age of the oldest row that an export has not delivered yet. 0 if there is none.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  export_failures: {
    help: 'Consecutive failed attempts to deliver a batch. 0 after a success.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  open_websockets: {
    help: 'Open WebSocket sessions.',
    labels: [],
    acrossProcesses: 'sum',
  },
  database_connections: {
    help: 'Database connections that are used or idle, and callers waiting for one.',
    labels: ['state'],
    acrossProcesses: 'sum',
  },
  database_connections_limit: {
    help: 'Maximum number of database connections.',
    labels: [],
    acrossProcesses: 'sum',
  },
  budget_left_ratio: {
    help: 'The smallest remaining fraction, from 0 to 1, of the budgets of a scope and period.',
    labels: ['scope', 'period'],
    acrossProcesses: 'min',
  },
  budget_left_usd: {
    help: 'Remaining global budget in USD.',
    labels: ['period'],
    acrossProcesses: 'min',
  },
} as const satisfies Record<string, SourceFamily>;

interface SourceFamily {
  help: string;
  labels: readonly string[];
  acrossProcesses: 'sum' | 'min' | 'max';
}

export type SourceName = keyof typeof SOURCES;
type LabelOf<Name extends SourceName> = (typeof SOURCES)[Name]['labels'][number];

/** A value with its labels: `{ channel: 'main', value: 1 }`. */
export type Sample<Name extends SourceName = SourceName> = { value: number } & Record<LabelOf<Name>, string>;
