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
import { requireStartable } from './supervisor/require-startable.js';
import { listenForStop } from './supervisor/stop-signals.js';
import { Supervisor } from './supervisor/supervisor.js';
import { withSecretKey } from './supervisor/with-secret-key.js';

/** For which options of Node they are compiled before, `scripts/bundle.mjs` says. */
export const programs: readonly ChildProgram[] = [
  {
    name: 'api',
    entry: fileURLToPath(new URL('../../api/src/main.js', import.meta.url)),
    nodeOptions: [
      // What a request leaves behind is collected in one go, a tenth cheaper than in many.
      '--max-semi-space-size=32',
      // Under load the engine comes to think that objects of requests live long, and makes them among the old ones: there
      // they keep all that they lead to, until a collection of everything stops the others for tens of milliseconds.
      '--no-allocation-site-pretenuring',
    ],
    asksForDatabase: true,
  },
  {
    name: 'worker',
    entry: fileURLToPath(new URL('../../worker/src/main.js', import.meta.url)),
    asksForDatabase: true,
  },
];

/**
 * After this a stop is cut short. The children have 130 seconds, of which running answers get 120, and the database
 * has 20.
 */
const STOP_LIMIT_MS = 150_000;

/** Runs everything in the foreground; resolves to the exit code once all of it has stopped. */
export async function runEverything(): Promise<number> {
  const logger = createLogger('supervisor');
  logStrayOutput(logger);
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
    requireStartable: () => requireStartable(config, printLine),
    print: printLine,
    logger,
  });
  new LogLevelSwitch(logger, config.logLevel).follow((level) => supervisor.setLogLevel(level));
  const stop = (exitCode: number): void => {
    supervisor.requestStop(exitCode);
    setTimeout(() => cutShort(supervisor, logger), STOP_LIMIT_MS).unref();
  };
  const stopListening = listenForStop({
    onFirst: () => stop(exitCodes.success),
    onInsisted: () => supervisor.killChildren(),
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

/** Something does not end that was killed. The next start finds what is left, by the record in the data folder. */
function cutShort(supervisor: Supervisor, logger: Logger): void {
  logger.fatal('the stop takes too long: the supervisor ends');
  supervisor.killChildren();
  process.exit(exitCodes.failure);
}
