import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { eventually } from '../harness/index.js';
import { freePort } from './running-modelgate.js';

/** A Redis of a suite's own that keeps nothing on disk. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.run();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', options, { stdio: 'ignore' });
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    await eventually(async () => {
      await client.connect().catch(() => undefined);
      return (await client.ping().catch(() => undefined)) === 'PONG' || undefined;
    }, 10_000);
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
  }
}
