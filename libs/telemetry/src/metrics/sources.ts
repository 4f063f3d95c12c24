/** Families whose values belong to others, and are read when somebody scrapes. */
export const SOURCES = {
  channel_state: {
    help: 'In how many processes a channel is in this state for a model.',
    labels: ['channel', 'model', 'state'],
    acrossProcesses: 'sum',
  },
  channel_key_refused: {
    help: '1 where an upstream has refused the key of a channel.',
    labels: ['channel'],
    acrossProcesses: 'max',
  },
  upstream_connections: {
    help: 'Connections to an address that carry a request or its answer.',
    labels: ['address'],
    acrossProcesses: 'sum',
  },
  upstream_connections_limit: {
    help: 'How many connections to an address may be in use, by the channel that was asked last.',
    labels: ['address'],
    acrossProcesses: 'sum',
  },
  limits_shared: {
    help: '1 while limits are counted exactly across processes, 0 while each process counts its own share.',
    labels: [],
    acrossProcesses: 'min',
  },
  overloaded: {
    help: '1 while a process has more work than it can do, and refuses requests for it.',
    labels: [],
    acrossProcesses: 'max',
  },
  queue_delay_seconds: {
    help: 'The longest time in the last second that the event loop spent on events that had come together.',
    labels: [],
    acrossProcesses: 'max',
  },
  held_bytes: {
    help: 'Bytes that running requests hold: bodies and fetched files in memory, uploads on disk.',
    labels: ['place'],
    acrossProcesses: 'sum',
  },
  held_bytes_limit: {
    help: 'How many such bytes there may be before new requests have to wait, and are then refused.',
    labels: ['place'],
    acrossProcesses: 'sum',
  },
  changes_arriving: {
    help: '1 while changes in the database arrive as they are made, 0 while they are read every 30 s.',
    labels: [],
    acrossProcesses: 'min',
  },
  clock_offset_seconds: {
    help: 'By how much the clock of a process is ahead of that of the database; negative where it is behind.',
    labels: [],
    acrossProcesses: 'max',
  },
  config_generation: {
    help: 'The generation of the config file that counts.',
    labels: [],
    acrossProcesses: 'max',
  },
  config_file_counts: {
    help: '1 while what the config file of this process declares is what counts, 0 while another file does.',
    labels: [],
    acrossProcesses: 'min',
  },
  usage_spool_events: {
    help: 'Usage events that wait to be written to the database.',
    labels: [],
    acrossProcesses: 'sum',
  },
  usage_spool_durable: {
    help: '1 while usage events survive the death of a process, 0 while they are held in memory alone.',
    labels: [],
    acrossProcesses: 'min',
  },
  responses_on_disk: {
    help: 'Stored responses that wait on disk to be written to the database.',
    labels: [],
    acrossProcesses: 'max',
  },
  queue_unfinished: {
    help: 'What a queue holds that is not finished, whether it is due, waits or is worked on; at most 100,000.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  queue_due: {
    help: 'What of it is due and nobody works on; at most 100,000.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  queue_oldest_due_seconds: {
    help: 'For how long the oldest of what is due has waited for a worker.',
    labels: ['queue'],
    acrossProcesses: 'max',
  },
  export_rows: {
    help: 'Rows that an export has delivered since it began.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  export_lag_seconds: {
    help: 'How long ago the oldest row came to be that an export has not delivered yet; 0 where there is none.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  export_failures: {
    help: 'How many attempts to deliver a batch have failed in a row; 0 once one succeeds.',
    labels: ['export', 'kind'],
    acrossProcesses: 'max',
  },
  open_websockets: {
    help: 'Sessions over WebSockets that are open.',
    labels: [],
    acrossProcesses: 'sum',
  },
  database_connections: {
    help: 'Connections to the database by whether they are used or idle, and how many callers wait for one.',
    labels: ['state'],
    acrossProcesses: 'sum',
  },
  database_connections_limit: {
    help: 'How many connections to the database there may be.',
    labels: [],
    acrossProcesses: 'sum',
  },
  budget_left_ratio: {
    help: 'What is left, from 0 to 1, of the budget of a scope and period that has the smallest part left.',
    labels: ['scope', 'period'],
    acrossProcesses: 'min',
  },
  budget_left_usd: {
    help: 'What is left of the budget for everybody.',
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

/** One value with its labels beside it: `{ channel: 'main', value: 1 }`. */
export type Sample<Name extends SourceName = SourceName> = { value: number } & Record<LabelOf<Name>, string>;
