import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';
import {
  type CommandResult,
  type RunOptions,
  type CommandEnvironment,
  runModelgate,
} from './run-modelgate.js';

export interface TestInstallationOptions {
  /** A shared database; by default the installation has its own. */
  database?: TestDatabase;
  secretKey?: string;
  /** The content of its config file. */
  config?: object;
  environment?: Record<string, string>;
}

/** The installation that commands use when they run on the machine itself. */
export interface TestInstallation {
  database: TestDatabase;
  place: CommandEnvironment;
  /** Runs a command as a separate process, here or with other variables. */
  run(
    args: readonly string[],
    handling?: RunOptions & { environment?: Record<string, string> },
  ): Promise<CommandResult>;
  remove(): Promise<void>;
}

export async function createTestInstallation(
  options: TestInstallationOptions = {},
): Promise<TestInstallation> {
  const { secretKey = randomBytes(32).toString('base64'), config = {}, environment } = options;
  const database = options.database ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-installation-'));
  const configFile = join(folder, 'modelgate.json');
  const keyFile = join(folder, 'key');
  writeFileSync(configFile, JSON.stringify(config));
  writeFileSync(keyFile, `${secretKey}\n`, { mode: 0o600 });
  const place: CommandEnvironment = {
    cwd: folder,
    PORT: '0',
    DATABASE_URL: database.url,
    MODELGATE_DATA_DIR: folder,
    MODELGATE_CONFIG: configFile,
    MODELGATE_SECRET_KEY_FILE: keyFile,
    ...environment,
  };
  return {
    database,
    place,
    run: (args, { environment: other, ...handling } = {}) =>
      runModelgate(args, { ...place, ...other }, handling),
    remove: async () => {
      rmSync(folder, { recursive: true });
      if (options.database === undefined) await database.drop();
    },
  };
}
