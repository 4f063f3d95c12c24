import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.js';
import { isRunningAsRoot } from './server-user.js';

/** The servers, processes and folders of a spec. `cleanUp` removes all of them. */
export class TestHarness {
  private readonly folders: string[] = [];
  private readonly servers: EmbeddedPostgres[] = [];
  private readonly processes: ChildProcess[] = [];

  async start(dataDir: string, onProgress?: (line: string) => void): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, ...(onProgress && { onProgress }) });
    this.servers.push(server);
    return server;
  }

  newFolder(mode: number): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-')));
    this.folders.push(folder);
    chmodSync(folder, mode);
    return folder;
  }

  /** The path of a data folder that does not exist yet, in a folder with this mode. */
  newDataFolder(parentMode = 0o755): string {
    return join(this.newFolder(parentMode), 'data');
  }

  /** Runs a shell script as the server's user, because PostgreSQL ignores pid files with processes of other users. */
  async spawnAsOwnerOf(directory: string, script: string): Promise<{ pid: number; firstLine: string }> {
    const { uid, gid } = statSync(directory);
    const identity = isRunningAsRoot() ? { uid, gid } : {};
    const child = spawn('/bin/sh', ['-c', script], {
      ...identity,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.processes.push(child);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    return { pid: Number(child.pid), firstLine: chunk.toString().trim() };
  }

  async cleanUp(): Promise<void> {
    for (const server of this.servers.splice(0)) {
      await server.stop();
      if (server.clusterDir.startsWith('/var/lib/')) rmSync(server.clusterDir, { recursive: true });
    }
    for (const child of this.processes.splice(0)) child.kill('SIGKILL');
    for (const folder of this.folders.splice(0)) rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/** A data folder after its first start, for copying: it saves tests of later starts the seconds of a first start. */
export class DataFolderTemplate {
  private constructor(
    private readonly harness: TestHarness,
    private readonly dataDir: string,
  ) {}

  static async make(): Promise<DataFolderTemplate> {
    const harness = new TestHarness();
    const dataDir = harness.newDataFolder();
    const server = await harness.start(dataDir);
    await server.stop();
    return new DataFolderTemplate(harness, dataDir);
  }

  /** A copy that the harness removes. The files keep their owner, the server's user. */
  copyInto(harness: TestHarness): string {
    const dataDir = harness.newDataFolder();
    execFileSync('cp', ['-a', this.dataDir, dataDir]);
    return dataDir;
  }

  remove(): Promise<void> {
    return this.harness.cleanUp();
  }
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, ssl: false });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 45_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The condition was not met before the deadline.');
    await delay(20);
  }
}
