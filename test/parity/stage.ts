import { type ReceivedRequest, startFakeUpstream } from '../fake-upstream/index.js';
import {
  type TestDatabase,
  type TestGateway,
  createTestDatabase,
  startTestGateway,
} from '../harness/index.js';
import { clientsFor } from './clients.js';
import { ROWS } from './matrix.js';
import { type Upstreams, channelsTo, pricedModels } from './models.js';
import { OriginalVideos } from './original-videos.js';
import { type Row, type RequestOptions } from './row.js';
import { READ_ROWS } from './rows/read-rows.js';
import { SESSION_ROWS } from './rows/realtime-rows.js';
import { type ObservedCall, observeCall } from './wire-tap.js';

interface Columns {
  /** The settings of every row's token, by the name of the column. */
  tokens: Readonly<Record<string, object>>;
  /** The same for the owner of that token. */
  owners?: Readonly<Record<string, object>>;
}

export interface StageOptions extends Columns {
  /** The same for sessions, which have their own rows. */
  sessions?: Columns;
  /** The same for reads of stored responses. */
  reads?: Columns;
  policies?: object;
  budgets?: object;
  sandbox?: boolean;
  /** The rows that get a token; by default those of the matrix. */
  rows?: readonly NamedRow[];
  /** Of every channel; by default the usual ones. */
  timeouts?: object;
  environment?: Record<string, string>;
}

/** All that is needed for a token of its own. */
export type NamedRow = Pick<Row, 'name'>;

export interface StageRequest {
  /** The column whose token is used. */
  column: string;
  options?: Partial<RequestOptions>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** The stage of a suite, which exists once its tests run. */
export type GetStage = () => Stage;

export const TEXT = 'one two three';

/** A gateway in front of fake upstreams, with a token and an owner for every row in every column. */
export class Stage {
  private readonly originals: OriginalVideos;

  private constructor(
    readonly gateway: TestGateway,
    readonly database: TestDatabase,
    readonly upstreams: Upstreams,
  ) {
    this.originals = new OriginalVideos(gateway, upstreams);
  }

  static async open({
    tokens,
    owners = {},
    sessions = { tokens: {} },
    reads = { tokens: {} },
    policies,
    budgets,
    sandbox,
    rows = ROWS,
    timeouts,
    environment,
  }: StageOptions): Promise<Stage> {
    const [main, jina, cohere, database] = await Promise.all([
      startFakeUpstream(),
      startFakeUpstream({ vendor: 'jina' }),
      startFakeUpstream({ vendor: 'cohere' }),
      createTestDatabase(),
    ]);
    const upstreams = { main, jina, cohere };
    const gateway = await startTestGateway({
      database,
      channels: channelsTo(upstreams).map((channel) => ({ ...channel, timeouts })),
      models: pricedModels(),
      tokens: [
        ...forEveryRow(rows, tokens, getToken),
        ...forEveryRow(SESSION_ROWS, sessions.tokens, getToken),
        ...forEveryRow(READ_ROWS, reads.tokens, getToken),
      ],
      owners: [
        ...forEveryRow(rows, owners, getOwner),
        ...forEveryRow(SESSION_ROWS, sessions.owners ?? {}, getOwner),
      ],
      policies,
      budgets,
      sandbox,
      environment,
    });
    return new Stage(gateway, database, upstreams);
  }

  /** Sends the request of this row, with its token of this column. */
  ask(
    row: Row,
    { column, options, headers, signal = new AbortController().signal }: StageRequest,
  ): Promise<ObservedCall> {
    const clients = clientsFor({
      origin: this.gateway.origin,
      token: getKey(column, row),
      headers,
      findOriginal: (wanted) => this.originals.find(getName(column, row), wanted),
    });
    return observeCall(() => row.ask(clients, { model: row.model, text: TEXT, ...options }), signal);
  }

  /** The requests to all upstreams. */
  get received(): ReceivedRequest[] {
    return Object.values(this.upstreams).flatMap(({ received }) => received);
  }

  /** When this resolves, everything about these requests is in the database. */
  async closeGateway(): Promise<void> {
    await this.gateway.stop();
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.upstreams).map((upstream) => upstream.close()));
    await this.database.drop();
  }
}

export function getName(column: string, { name }: NamedRow): string {
  return `${column}: ${name}`;
}

export function getKey(column: string, row: NamedRow): string {
  return `sk-parity-${getName(column, row).replaceAll(/\W+/g, '-')}`;
}

const getOwner = (column: string, row: NamedRow): object => ({ name: getName(column, row) });

const getToken = (column: string, row: NamedRow): object => ({
  name: getName(column, row),
  key: getKey(column, row),
  owner: getName(column, row),
});

function forEveryRow(
  rows: readonly NamedRow[],
  columns: Readonly<Record<string, object>>,
  identify: (column: string, row: NamedRow) => object,
): object[] {
  return Object.entries(columns).flatMap(([column, settings]) =>
    rows.map((row) => ({ ...identify(column, row), ...settings })),
  );
}
