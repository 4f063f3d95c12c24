import { fileURLToPath } from 'node:url';
import { type Config, readEnvironment } from '#config';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { createLogger, logNodeWarnings, type Logger } from '#telemetry';
import { exitCodes } from './exit-codes.js';
import { loadConfigOrFail } from './load-config-or-fail.js';
import { printLine } from './print-line.js';
import type { ChildProgram } from './supervisor/child-run.js';
import { DataFolderLock } from './supervisor/data-folder-lock.js';
import { listenForStop } from './supervisor/stop-signals.js';
import { Supervisor } from './supervisor/supervisor.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

const programs: readonly ChildProgram[] = [
  { name: 'api', entry: fileURLToPath(new URL('../../api/src/main.js', import.meta.url)) },
  { name: 'worker', entry: fileURLToPath(new URL('../../worker/src/main.js', import.meta.url)) },
];

/** Runs everything in the foreground; resolves to the exit code once all of it has stopped. */
export async function runEverything(): Promise<number> {
  const logger = createLogger('supervisor');
  logNodeWarnings(logger);
  // Whoever read our words may have left; that is no reason to stop.
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
    startDatabase: startEmbeddedPostgres,
    print: printLine,
    logger,
  });
  const stopListening = listenForStop({
    onFirst: () => supervisor.requestStop(exitCodes.success),
    onInsisted: () => supervisor.killChildren(),
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'the supervisor failed');
    supervisor.requestStop(exitCodes.failure);
  });
  const exitCode = await supervisor.run();
  stopListening();
  printLine('Stopped.');
  return exitCode;
}
