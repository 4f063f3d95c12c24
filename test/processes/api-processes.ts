import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';
import { makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';

const API = fileURLToPath(new URL('../../dist/apps/api/src/main.js', import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL('../../dist/apps/cli/src/main.js', import.meta.url));

/** Several API processes of one installation: one database, one data folder, and a port for each. */
export class ApiProcesses {
  readonly origins: string[] = [];
  private readonly children: ChildProcess[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly folder: string,
    private readonly environment: Record<string, string>,
  ) {}

  static async start(
    count: number,
    config: object,
    environment: Record<string, string>,
  ): Promise<ApiProcesses> {
    const database = await createTestDatabase();
    const folder = makeDataFolder();
    const configFile = join(folder, 'modelgate.json');
    writeFileSync(configFile, JSON.stringify(config));
    const all = new ApiProcesses(database, folder, {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: database.url,
      MODELGATE_CONFIG: configFile,
      MODELGATE_DATA_DIR: join(folder, 'data'),
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      ...environment,
    });
    // The first one prepares the database.
    await all.add();
    await Promise.all(Array.from({ length: count - 1 }, () => all.add()));
    return all;
  }

  /** In the order of the origins. */
  get pids(): number[] {
    return this.children.map(({ pid = -1 }) => pid);
  }

  /** Lets them finish: their records are in the database then. */
  async finish(): Promise<number[]> {
    const ended = this.children.map((child) => once(child, 'exit') as Promise<[number]>);
    for (const child of this.children.splice(0)) child.kill('SIGTERM');
    return (await Promise.all(ended)).map(([code]) => code);
  }

  async verifyLedger(): Promise<{ exitCode: number | null; said: string }> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['--no-warnings', COMMAND_LINE, 'ledger', 'verify'],
        { env: this.environment },
        (_, stdout) => resolve({ exitCode: child.exitCode, said: stdout }),
      );
    });
  }

  async remove(): Promise<void> {
    for (const child of this.children) child.kill('SIGKILL');
    removeFolder(this.folder);
    await this.database.drop();
  }

  private async add(): Promise<void> {
    const port = await findFreePort();
    const child = fork(API, {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...this.environment, PORT: String(port) },
    });
    this.children.push(child);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`an API process ended with code ${String(code)}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    this.origins.push(`http://127.0.0.1:${port}`);
  }
}
