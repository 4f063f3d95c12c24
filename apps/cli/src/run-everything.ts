import { fileURLToPath } from 'node:url';
import { type Config, readEnvironment } from '#config';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { LogLevelSwitch, collectAtRest } from '#lifecycle';
import { createLogger, logStrayOutput, type Logger } from '#telemetry';
import { exitCodes } from './exit-codes.js';
import { loadConfigOrFail } from './installation-config.js';
import { printLine } from './print-line.js';
import type { ChildProgram } from './supervisor/child-run.js';
import { DataFolderLock } from './supervisor/data-folder-lock.js';
import { lowerPriority } from './supervisor/lower-priority.js';
import { requireStartable } from './supervisor/require-startable.js';
import { listenForStop } from './supervisor/stop-signals.js';
import { Supervisor } from './supervisor/supervisor.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

/** The code cache of `scripts/bundle.mjs` is built for the same Node options. */
export const programs: readonly ChildProgram[] = [
  {
    name: 'api',
    entry: fileURLToPath(new URL('../../api/src/main.js', import.meta.url)),
    nodeOptions: [
      // Collects the garbage of a request in one collection, which costs 10 % less than several.
      '--max-semi-space-size=32',
      // Under load V8 expects objects of requests to live long and allocates them in the old generation. There they keep
      // everything they refer to alive until a full collection, which blocks other requests for tens of milliseconds.
      '--no-allocation-site-pretenuring',
    ],
    requestsDatabaseUrl: true,
  },
  {
    name: 'worker',
    entry: fileURLToPath(new URL('../../worker/src/main.js', import.meta.url)),
    requestsDatabaseUrl: true,
    hasLowPriority: true,
  },
];

/**
 * After this time the supervisor exits. The children have 130 seconds, of which running responses have 120, and the
 * database has 20.
 */
const STOP_LIMIT_MS = 150_000;

/** Runs all processes in the foreground. Resolves to the exit code when all of them have stopped. */
export async function runEverything(): Promise<number> {
  const logger = createLogger('supervisor');
  logStrayOutput(logger);
  // stdout may be closed by its reader. The gateway continues.
  process.stdout.on('error', () => undefined);
  const config = loadConfigOrFail(readEnvironment());
  const lock = DataFolderLock.acquire(config.dataDir, config.http.port);
  try {
    return await supervise(config, lock, logger);
  } finally {
    lock.release();
  }
}

async function supervise(config: Config, lock: DataFolderLock, logger: Logger): Promise<number> {
  const supervisor = new Supervisor({
    config,
    environment: withSecretKey(config, readEnvironment()),
    programs,
    lock,
    startDatabase,
    requireStartable: () => requireStartable(config, printLine),
    print: printLine,
    logger,
  });
  new LogLevelSwitch(logger, config.logLevel).follow((level) => supervisor.setLogLevel(level));
  const stop = (exitCode: number): void => {
    supervisor.requestStop(exitCode);
    setTimeout(() => abortStop(supervisor, logger), STOP_LIMIT_MS).unref();
  };
  const stopListening = listenForStop({
    onFirst: () => stop(exitCodes.success),
    onRepeated: () => supervisor.killChildren(),
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the supervisor failed');
    stop(exitCodes.failure);
  });
  collectAtRest();
  const exitCode = await supervisor.run();
  stopListening();
  printLine('Stopped.');
  return exitCode;
}

const startDatabase: typeof startEmbeddedPostgres = async (options) => {
  const database = await startEmbeddedPostgres(options);
  lowerPriority(database.pid);
  return database;
};

/** A killed process has not ended. The next start ends it, using the record in the data folder. */
function abortStop(supervisor: Supervisor, logger: Logger): void {
  logger.fatal('shutdown timed out: the supervisor exits');
  supervisor.killChildren();
  process.exit(exitCodes.failure);
}
