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
