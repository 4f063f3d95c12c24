import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { ChannelHealth } from '#catalog';
import { loadConfig } from '#config';
import { type ByteBudget, type QueueClock } from '#limits';
import { UsageJournal } from '#metering';
import { listKnownProviders, registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { SecretBox } from '#secrets';
import { type Abstract } from '@nestjs/common';
import { pino } from 'pino';
import { createApp } from '../../apps/api/src/create-app.js';
import { type SocketLimits } from '../../apps/api/src/realtime/socket-limits.js';
import { type WorkerModuleOptions } from '../../apps/worker/src/worker.module.js';
import { eventually } from '../eventually/index.js';
import { type TestDatabase, createTestDatabase } from './test-database.js';

// As the programs do before they read their configuration.
registerProvider(sandbox);

export const TEST_TOKEN = 'sk-mg-test-0123456789abcdef';

export type LogLine = Record<string, unknown>;

export interface TestGateway {
  /** The base URL for client libraries. */
  baseUrl: string;
  /** The same without `/v1`. */
  origin: string;
  database: TestDatabase;
  logs: LogLine[];
  /** Returns a provider of its Nest application. */
  get<Provider>(type: Abstract<Provider>): Provider;
  /** The options to start a worker of the same gateway with. */
  shared: WorkerModuleOptions & { secretBox: SecretBox };
  /** The log line of the request with this id; waits until it is written. */
  getLog(requestId: string): Promise<LogLine>;
  /** Writes the pending usage records now, instead of after a while. */
  flushUsage(): Promise<void>;
  /** Resets the health of all channels, as if they had never failed. */
  forgetFaults(): void;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  /** The content of the config file. A token `TEST_TOKEN` without restrictions is always added. */
  channels?: object[];
  tokens?: object[];
  models?: object[];
  owners?: object[];
  members?: object;
  policies?: object;
  budgets?: object;
  quotas?: object;
  media?: object;
  exports?: object[];
  sandbox?: boolean;
  environment?: Record<string, string>;
  keepAliveMs?: number;
  /** The timeout for upstreams that count tokens. */
  countMs?: number;
  /** The timeout for all links of one request together. */
  linksMs?: number;
  /** How long requests are still accepted after `stop`; by default they are not. */
  graceMs?: number;
  database?: TestDatabase;
  /** The memory that all requests may hold together. */
  memory?: ByteBudget;
  /** How long requests wait to be served, which decides whether they are rejected. */
  queueClock?: QueueClock;
  /** Limits on the messages and the memory of WebSockets. */
  socketLimits?: Partial<SocketLimits>;
}

/**
 * The suite runs in the same thread, so its CPU time says nothing about the gateway. With a stopped clock no request
 * waits too long.
 */
const STOPPED_CLOCK: QueueClock = { nowMs: 0, cpuMs: 0 };

/** Starts a complete API application on a real socket and a real database, inside this process. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const database = options.database ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-gateway-'));
  const config = loadConfig(environmentFor(options, database, folder), folder, listKnownProviders());
  const logs: LogLine[] = [];
  const logger = pino({ level: 'debug' }, collectLines(logs));
  const { keepAliveMs, countMs, linksMs, memory, graceMs = 0, queueClock = STOPPED_CLOCK } = options;
  const { socketLimits } = options;
  const limits = { keepAliveMs, countMs, linksMs, memory, queueClock, socketLimits };
  const app = await createApp({ config, logger, graceMs, ...limits });
  await app.listen(config.http.port, config.http.host);
  const { port } = app.getHttpServer().address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}/v1`,
    origin,
    database,
    logs,
    get: (type) => app.get(type),
    shared: { config, logger, secretBox: app.get(SecretBox) },
    getLog: (requestId) =>
      eventually(() => logs.find((line) => line['requestId'] === requestId && line['msg'] === 'request')),
    flushUsage: async () => {
      await app.get(UsageJournal).flush();
    },
    forgetFaults: () => app.get(ChannelHealth).forget(),
    stop: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
    },
  };
}

function environmentFor(
  options: TestGatewayOptions,
  database: TestDatabase,
  folder: string,
): Record<string, string> {
  const { channels = [], tokens = [], models = [], environment } = options;
  const { owners, members, policies, budgets, quotas, media, exports, sandbox } = options;
  const file = {
    channels,
    models,
    tokens: [{ name: 'test', key: TEST_TOKEN }, ...tokens],
    owners,
    members,
    policies,
    budgets,
    quotas,
    media,
    exports,
    sandbox,
  };
  const path = join(folder, 'modelgate.json');
  writeFileSync(path, JSON.stringify(file));
  return {
    PORT: '0',
    DATABASE_URL: database.url,
    MODELGATE_DATA_DIR: folder,
    MODELGATE_CONFIG: path,
    MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
    MODELGATE_ADMIN_PASSWORD: 'not-a-real-password',
    ...environment,
  };
}

function collectLines(logs: LogLine[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n'))
        if (line !== '') logs.push(JSON.parse(line) as LogLine);
      done();
    },
  });
}
