import { type Config, readEnvironment } from '#config';
import { migrateDatabase } from '#database';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { exitCodes } from './exit-codes.js';
import { loadConfigOrFail } from './load-config-or-fail.js';
import { printLine } from './print-line.js';
import { DataFolderLock } from './supervisor/data-folder-lock.js';
import { endOrphans } from './supervisor/end-orphans.js';
import { listenForStop } from './supervisor/stop-signals.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

/** Brings the database to the current schema, whether it is running or not. */
export async function migrate(): Promise<void> {
  const config = loadConfigOrFail(readEnvironment());
  const { applied } = await withDatabase(config, migrateDatabase);
  for (const name of applied) printLine(`Applied ${name}`);
  if (applied.length === 0) printLine('The database is up to date.');
}

async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (config.database.kind === 'url') return work(config.database.url);
  const running = locateEmbeddedPostgres(config.dataDir);
  return running ? work(running.url) : withOwnDatabase(config, work);
}

/** Starts the embedded database for as long as the work takes, and keeps others off it meanwhile. */
async function withOwnDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const lock = DataFolderLock.acquire(config.dataDir, config.http.port);
  const stopListening = listenForStop({
    onFirst: () => printLine('Finishing the migration first …'),
    onInsisted: () => process.exit(exitCodes.failure),
  });
  try {
    await endOrphans(lock.livingChildren());
    withSecretKey(config, readEnvironment());
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: printLine });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
    stopListening();
  }
}
