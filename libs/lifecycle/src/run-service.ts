import cluster from 'node:cluster';
import { type Config, CONFIG_EXIT_CODE, ConfigError, loadConfig, readEnvironment } from '#config';
import { listKnownProviders } from '#providers';
import { type Logger, createLogger, logStrayOutput } from '#telemetry';
import { collectAtRest } from './collect-at-rest.js';
import { awaitDatabase } from './following-database.js';
import { LogLevelSwitch } from './log-level.js';
import { describeStartFault } from './start-faults.js';
import { type WatchdogLimits } from './watchdog-limits.js';
import { type Pong, isPing } from './watchdog-messages.js';
import { WatchdogThread, isDebugged } from './watchdog-thread.js';

export interface Service {
  /** Finishes what is under way, takes nothing new. A Nest application does. */
  close(): Promise<void>;
}

export interface ServiceContext {
  config: Config;
  logger: Logger;
  logLevel: LogLevelSwitch;
  /** Whether another process of ours started this one, and is told of its state. */
  isSupervised: boolean;
}

const INTERNAL_ERROR_EXIT_CODE = 70;

/** The life of a process of ours: configuration, start, and a stop that is the same for every reason to stop. */
export async function runService(
  name: string,
  start: (context: ServiceContext) => Promise<Service>,
  limits?: Partial<WatchdogLimits>,
): Promise<void> {
  const logger = createLogger(name);
  logStrayOutput(logger);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'an unexpected error ends this process');
      process.exit(INTERNAL_ERROR_EXIT_CODE);
    });
  }
  const watchdog = startWatchdog(name, logger, limits);
  answerPings();
  const stopping = new AbortController();
  // Not before the next line has run: as soon as a child says something it may be told to stop.
  const starting = Promise.resolve().then(() => startService(start, logger, stopping.signal));
  stopOnce(starting, stopping, { logger, watchdog });
  await starting;
  process.send?.({ type: 'ready' });
  collectAtRest();
}

function startWatchdog(name: string, logger: Logger, limits?: Partial<WatchdogLimits>): WatchdogThread {
  const isSupervised = process.send !== undefined;
  return new WatchdogThread({
    name,
    ...(isSupervised && { supervisorPid: process.ppid }),
    // Our supervisor gives each child a group of its own; API processes that share a port are all in one.
    isGroupLeader: isSupervised && cluster.isPrimary,
    ...(limits && { limits }),
    onFailed: (error) => logger.error({ err: error }, 'the watchdog thread has failed'),
  });
}

/** Whoever started this process asks in this way whether its event loop still turns. */
function answerPings(): void {
  if (process.send === undefined) return;
  process.on('message', (message) => {
    if (!isPing(message)) return;
    const pong: Pong = { type: 'pong', isDebugged: isDebugged() };
    process.send?.(pong, undefined, undefined, () => undefined);
  });
}

async function startService(
  start: (context: ServiceContext) => Promise<Service>,
  logger: Logger,
  stopping: AbortSignal,
): Promise<Service> {
  let config: Config | undefined;
  try {
    await awaitDatabase(stopping);
    config = loadConfig(readEnvironment(), process.cwd(), listKnownProviders());
    const logLevel = new LogLevelSwitch(logger, config.logLevel);
    return await start({ config, logger, logLevel, isSupervised: process.send !== undefined });
  } catch (error) {
    const fault = config === undefined ? describeConfigError(error) : describeStartFault(error, config);
    if (fault !== undefined) {
      process.stdout.write(`${fault}\n`);
      process.exit(CONFIG_EXIT_CODE);
    }
    logger.fatal({ err: error }, 'could not start');
    process.exit(INTERNAL_ERROR_EXIT_CODE);
  }
}

function describeConfigError(error: unknown): string | undefined {
  return error instanceof ConfigError ? error.message : undefined;
}

/** A lost supervisor counts as a request to stop: whoever starts next must find the port free. */
function stopOnce(
  starting: Promise<Service>,
  stopping: AbortController,
  { logger, watchdog }: { logger: Logger; watchdog: WatchdogThread },
): void {
  const stop = (reason: string): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    watchdog.expectEnd();
    logger.info({ reason }, 'stopping');
    void starting
      .then((service) => service.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        logger.fatal({ err: error }, 'could not stop cleanly');
        process.exit(INTERNAL_ERROR_EXIT_CODE);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the supervisor has gone'));
}
