import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';
import { type Ended, type Handling, type Place, runModelgate } from './run-modelgate.js';

export interface TestInstallationOptions {
  /** One that others use too; else the installation has its own. */
  database?: TestDatabase;
  secretKey?: string;
  /** What its config file says. */
  config?: object;
  environment?: Record<string, string>;
}

/** What commands work on when they are run on the machine itself. */
export interface TestInstallation {
  database: TestDatabase;
  place: Place;
  /** Runs a command as a process of its own, here or in a place that differs by some variables. */
  run(
    args: readonly string[],
    handling?: Handling & { environment?: Record<string, string> },
  ): Promise<Ended>;
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
  const place: Place = {
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
