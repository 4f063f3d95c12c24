import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from '../harness/index.js';
import { findFreePort } from '../small-server/index.js';

/** Kinds of servers other than a standalone Redis. Nothing listens at this port. */
const KINDS = {
  single: () => [],
  cluster: () => ['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'],
  replica: (port: number) => ['--replicaof', '127.0.0.1', String(port)],
  sentinel: (port: number) => ['--sentinel', 'monitor', 'main', '127.0.0.1', String(port), '1'],
} satisfies Record<string, (port: number) => string[]>;

export type RedisKind = keyof typeof KINDS;

/** A Redis for a suite that stores nothing on disk. */
export class RedisServer {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'modelgate-test-redis-'));

  private constructor(
    private readonly port: number,
    private readonly options: readonly string[],
  ) {}

  static async start(kind: RedisKind = 'single'): Promise<RedisServer> {
    const server = new RedisServer(await findFreePort(), KINDS[kind](await findFreePort()));
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const path = join(this.folder, 'redis.conf');
    mkdirSync(this.folder, { recursive: true });
    // A Sentinel writes to its file.
    writeFileSync(path, '');
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
    const isSentinel = this.options.includes('--sentinel');
    const memoryOnly = isSentinel ? [] : ['--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', [path, ...place, ...memoryOnly, ...this.options], {
      stdio: 'ignore',
    });
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    await eventually(async () => {
      await client.connect().catch(() => undefined);
      return (await client.ping().catch(() => undefined)) === 'PONG' || undefined;
    });
    client.disconnect();
  }

  async configure(setting: string, value: string): Promise<void> {
    const client = new Redis(this.url);
    await client.config('SET', setting, value);
    client.disconnect();
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (process === undefined || process.exitCode !== null) return;
    const ended = new Promise((resolve) => {
      process.once('exit', resolve);
    });
    process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
