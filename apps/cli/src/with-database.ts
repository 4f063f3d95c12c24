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

interface DatabaseTalk {
  /** Told what happens where the database has to be started first. */
  print: (line: string) => void;
  /** What somebody is told who wants to stop meanwhile. */
  onStop: string;
}

/**
 * Does some work on the database of this installation, whether it is running or not. The second address is that of the
 * database itself, where the first is that of a pooler.
 */
export async function withDatabase<T>(
  config: Config,
  talk: DatabaseTalk,
  work: (url: string, directUrl?: string) => Promise<T>,
): Promise<T> {
  if (config.database.kind === 'url') {
    const { url, directUrl } = config.database;
    return work(url, directUrl).catch((error: unknown) => {
      throw asConnectionFailure(error, url) ?? error;
    });
  }
  const running = locateEmbeddedPostgres(config.dataDir);
  return running ? work(running.url) : withOwnDatabase(config, talk, work);
}

/** The same line that a start with this address would end with. A database that is away is reported as for any command. */
function asConnectionFailure(error: unknown, url: string): CommandFailure | undefined {
  if (error instanceof CommandFailure || isDatabaseAway(error)) return undefined;
  const fault = describeDatabaseFault(error, url);
  return fault === undefined ? undefined : new CommandFailure(fault, exitCodes.config);
}

/** Starts the embedded database for as long as the work takes, and keeps others off it meanwhile. */
async function withOwnDatabase<T>(
  config: Config,
  { print, onStop }: DatabaseTalk,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const lock = DataFolderLock.acquire(config.dataDir, config.http.port);
  const stopListening = listenForStop({
    onFirst: () => print(onStop),
    onInsisted: () => process.exit(exitCodes.failure),
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

/** Does some work on the database of this installation, for which no key is needed. */
export async function onDatabase<T>(
  output: Output,
  onStop: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = loadConfigOrFail(readEnvironment());
  const talk = { print: (line: string) => output.note(line), onStop };
  return withDatabase(config, talk, (url, directUrl) => onDatabaseAt(url, work, directUrl));
}

/** Does some work on the database at this address. */
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
