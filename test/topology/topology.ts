import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Haproxy } from '../containers/haproxy.js';
import { FakeCollector } from '../e2e/tracing/fake-collector.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestDatabase, channelTo, createEmptyDatabase } from '../harness/index.js';
import { PgBouncer } from '../processes/pgbouncer.js';
import { RedisServer } from '../processes/redis-server.js';
import { makeDataFolder, removeFolder } from '../processes/running-modelgate.js';
import { findFreePort } from '../small-server/index.js';
import { type CommandResult, runModelgate } from '../cli/run-modelgate.js';
import { S3Server } from '../s3/s3-server.js';
import { Machine, type Program } from './machine.js';

export const THIS_CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
export const TOKENS = ['first', 'second', 'third', 'fourth'].map((name) => ({
  name,
  key: `sk-mg-${name}-0123456789abcdef`,
}));

const APIS = 3;
const WORKERS = 2;
/** All connections of five machines share these. */
const POOL_SIZE = 12;

/** The services that the machines depend on. */
interface Services {
  database: TestDatabase;
  bouncer: PgBouncer;
  redis: RedisServer;
  s3: S3Server;
  upstream: FakeUpstream;
  collector: FakeCollector;
}

/**
 * Three APIs behind a balancer and two workers, each with its own folder; one Postgres behind a PgBouncer in
 * transaction mode, one Redis and one S3 bucket for all of them.
 */
export class Topology {
  readonly apis: Machine[] = [];
  readonly workers: Machine[] = [];
  balancer: Haproxy;
  /** Also those that a test has added. */
  private readonly all: Machine[] = [];
  private readonly folder = makeDataFolder();
  private readonly secretKey = randomBytes(32).toString('base64');

  private constructor(readonly services: Services) {}

  /** Everything runs what was built in this checkout. */
  static async start(checkout: string): Promise<Topology> {
    const [s3, redis, upstream, collector, database] = await Promise.all([
      S3Server.start(),
      RedisServer.start(),
      startFakeUpstream(),
      FakeCollector.start(),
      createEmptyDatabase(),
    ]);
    await redis.configure('maxmemory-policy', 'noeviction');
    const bouncer = await PgBouncer.start(database.url, { poolMode: 'transaction', poolSize: POOL_SIZE });
    const topology = new Topology({ database, bouncer, redis, s3, upstream, collector });
    for (let index = 1; index <= APIS; index += 1) topology.apis.push(await topology.add('api', index));
    for (let index = 1; index <= WORKERS; index += 1)
      topology.workers.push(await topology.add('worker', index));
    // All at once: they have to agree which of them migrates the schema and applies the file.
    await Promise.all(topology.machines.map((machine) => machine.start(checkout)));
    topology.balancer = await Haproxy.start(topology.apis.map(({ origin }) => new URL(origin).host));
    return topology;
  }

  get machines(): Machine[] {
    return [...this.apis, ...this.workers];
  }

  /** The content of every machine's config file. */
  get config(): Record<string, unknown> {
    const { upstream, s3 } = this.services;
    return {
      sandbox: true,
      channels: [channelTo(upstream)],
      models: [{ id: 'm', price: { inputPerMTok: 3, outputPerMTok: 15 } }],
      tokens: [{ name: 'test', key: TEST_TOKEN, budget: { usd: 1_000, period: 'monthly' } }, ...TOKENS],
      media: { store: 's3', s3: s3.settings },
    };
  }

  /** One more machine, which is not started yet, with its own copy of a config file. */
  async add(
    program: Program,
    name: number | string,
    config: object = this.config,
    given: Record<string, string> = this.environment,
  ): Promise<Machine> {
    const folder = join(this.folder, `${program}-${name}`);
    const file = join(folder, 'modelgate.json');
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, JSON.stringify(config));
    const environment = {
      ...given,
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      HOST: '127.0.0.1',
      MODELGATE_CONFIG: file,
    };
    const port = await findFreePort();
    const machine = new Machine({ name: `${program} ${name}`, program, port, folder, environment });
    this.all.push(machine);
    return machine;
  }

  /** The environment that all machines share. */
  get environment(): Record<string, string> {
    const { database, bouncer, redis, collector } = this.services;
    return {
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: database.url,
      REDIS_URL: redis.url,
      MODELGATE_SECRET_KEY: this.secretKey,
      MODELGATE_ADMIN_PASSWORD: 'not-a-real-password',
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      TRUST_PROXY: '127.0.0.1/32',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '200',
    };
  }

  /** Runs a command on the first machine, or on another. */
  run(args: string[], environment: Record<string, string> = {}): Promise<CommandResult> {
    const [first] = this.apis;
    return runModelgate(args, { cwd: this.folder, ...first?.environment, ...environment });
  }

  /** Moves all times so many days into the past. Returns the number of rows of each table. */
  async age(days: number): Promise<Record<string, number>> {
    const earlier = (table: string, column: string): string =>
      `UPDATE ${table} SET ${column} = ${column} - interval '${days} days' FROM closing WHERE mode = 'on' RETURNING 1`;
    const [counts = {}] = await this.services.database.query(`
      WITH closing AS MATERIALIZED (SELECT set_config('modelgate.ledger_closing', 'on', true) AS mode),
      transactions AS (${earlier('ledger_transactions', 'created_at')}),
      events AS (${earlier('usage_events', 'started_at')}),
      videos AS (${earlier('video_tasks', 'finished_at')})
      SELECT (SELECT count(*)::int FROM transactions) AS ledger_transactions,
        (SELECT count(*)::int FROM events) AS usage_events, (SELECT count(*)::int FROM videos) AS video_tasks`);
    return counts as Record<string, number>;
  }

  makeFolder(name: string): string {
    return join(this.folder, name);
  }

  async remove(): Promise<void> {
    await Promise.all(this.all.map((machine) => machine.kill()));
    const { database, bouncer, redis, s3, upstream, collector } = this.services;
    await this.balancer.remove();
    await Promise.all([bouncer.stop(), redis.kill(), s3.stop(), upstream.close(), collector.stop()]);
    await database.drop();
    removeFolder(this.folder);
  }
}
