import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually } from '../harness/index.js';
import { findFreePort } from '../small-server/index.js';

const SETTINGS = 'pgbouncer.ini';

export interface PgBouncerOptions {
  poolMode: 'session' | 'transaction';
  /** Parameters of a client's startup message to ignore; it rejects other unknown ones. */
  ignores?: string[];
  /** The number of connections to the database that all clients share. */
  poolSize?: number;
}

/** A PgBouncer in front of one database. */
export class PgBouncer {
  private process: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    private readonly folder: string,
  ) {}

  static async start(databaseUrl: string, options: PgBouncerOptions): Promise<PgBouncer> {
    const url = new URL(databaseUrl);
    const port = await findFreePort();
    const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-pgbouncer-'));
    const users = join(folder, 'users.txt');
    const [user, password] = [url.username, url.password].map(decodeURIComponent);
    writeFileSync(users, `"${user}" "${password}"\n`);
    writeFileSync(join(folder, SETTINGS), describe(url, { ...options, port, users }));
    // It refuses to run as root.
    chmodSync(folder, 0o755);
    url.port = String(port);
    const bouncer = new PgBouncer(url.href, folder);
    await bouncer.run();
    return bouncer;
  }

  async run(): Promise<void> {
    const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.process = spawn('pgbouncer', [...asOther, join(this.folder, SETTINGS)], { stdio: 'ignore' });
    await eventually(() => answers(this.url));
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function describe(
  { hostname, port: databasePort }: URL,
  { poolMode, ignores = [], poolSize = 4, port, users }: PgBouncerOptions & { port: number; users: string },
): string {
  return [
    '[databases]',
    `* = host=${hostname} port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    `pool_mode = ${poolMode}`,
    `default_pool_size = ${poolSize}`,
    `ignore_startup_parameters = ${ignores.join(',')}`,
    '',
  ].join('\n');
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
