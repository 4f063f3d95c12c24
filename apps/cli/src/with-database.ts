import { type Config, describeDatabaseFault, isDatabaseAway, readEnvironment } from '#config';
import { type Database, createDataSource } from '#database';
import { locateEmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';
import { type Output } from './frame/output.js';
import { loadConfigOrFail } from './installation-config.js';
import { DataFolderLock } from './supervisor/data-folder-lock.js';
import { endOrphans } from './supervisor/end-orphans.js';
import { listenForStop } from './supervisor/stop-signals.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

interface DatabaseMessages {
  /** Receives progress lines if the database has to be started. */
  print: (line: string) => void;
  /** Printed on the first stop signal. */
  onStop: string;
}

/**
 * Runs work with the database of this installation. Starts the embedded database if it is not running. `directUrl` is
 * the database itself if `url` is a pooler.
 */
export async function withDatabase<T>(
  config: Config,
  messages: DatabaseMessages,
  work: (url: string, directUrl?: string) => Promise<T>,
): Promise<T> {
  if (config.database.kind === 'url') {
    const { url, directUrl } = config.database;
    return work(url, directUrl).catch((error: unknown) => {
      throw toConnectionFailure(error, url) ?? error;
    });
  }
  const running = locateEmbeddedPostgres(config.dataDir);
  return running ? work(running.url) : withStartedDatabase(config, messages, work);
}

/** The message of a failed start with this URL. Undefined for an unreachable database, which `reportError` reports. */
function toConnectionFailure(error: unknown, url: string): CommandFailure | undefined {
  if (error instanceof CommandFailure || isDatabaseAway(error)) return undefined;
  const fault = describeDatabaseFault(error, url);
  return fault === undefined ? undefined : new CommandFailure(fault, exitCodes.config);
}

/** Runs the embedded database during the work and holds the lock on the data folder. */
async function withStartedDatabase<T>(
  config: Config,
  { print, onStop }: DatabaseMessages,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lock = DataFolderLock.acquire(config.dataDir, config.http.port);
  const stopListening = listenForStop({
    onFirst: () => print(onStop),
    onRepeated: () => process.exit(exitCodes.failure),
  });
  try {
    await endOrphans(lock.formerChildren());
    withSecretKey(config, readEnvironment());
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: print });
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

/** Runs work with the database of this installation that does not need the secret key. */
export async function onDatabase<T>(
  output: Output,
  onStop: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = loadConfigOrFail(readEnvironment());
  const messages = { print: (line: string) => output.note(line), onStop };
  return withDatabase(config, messages, (url, directUrl) => onDatabaseAt(url, work, directUrl));
}

/** Runs work with the database at this URL. */
export async function onDatabaseAt<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  directUrl?: string,
): Promise<T> {
  const dataSource = createDataSource({ url, directUrl, entities: [], poolSize: 2 });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
