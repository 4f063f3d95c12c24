import cluster from 'node:cluster';
import { type Config, CONFIG_EXIT_CODE, ConfigError, loadConfig, readEnvironment } from '#config';
import { type Logger, createLogger, logStrayOutput } from '#telemetry';
import { collectAtRest } from './collect-at-rest.js';
import { waitForDatabase } from './following-database.js';
import { LogLevelSwitch } from './log-level.js';
import { describeStartFault } from './start-faults.js';
import { type WatchdogLimits } from './watchdog-limits.js';
import { type Pong, isPing } from './watchdog-messages.js';
import { WatchdogThread, isDebugged } from './watchdog-thread.js';

export interface Service {
  /** Finishes running work and accepts nothing new. */
  close(): Promise<void>;
}

export interface ServiceContext {
  config: Config;
  logger: Logger;
  logLevel: LogLevelSwitch;
  /** Whether a supervisor started this process and receives its state. */
  isSupervised: boolean;
}

export interface Program {
  start: (context: ServiceContext) => Promise<Service>;
  /** The providers that the config file may name. */
  listKnownProviders: () => Parameters<typeof loadConfig>[2];
}

const INTERNAL_ERROR_EXIT_CODE = 70;

/**
 * Runs a process of the gateway: loads the configuration, starts the service, and stops it for every reason to stop.
 */
export async function runService(
  name: string,
  program: Program,
  limits?: Partial<WatchdogLimits>,
): Promise<void> {
  const logger = createLogger(name);
  logStrayOutput(logger);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, 'unexpected error: this process exits');
      process.exit(INTERNAL_ERROR_EXIT_CODE);
    });
  }
  const watchdog = startWatchdog(name, logger, limits);
  respondToPings();
  const stopping = new AbortController();
  // Deferred until `stopOnce` has added its listeners: the supervisor may send a stop after the first message.
  const starting = Promise.resolve().then(() => startService(program, logger, stopping.signal));
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
    // The supervisor starts each child in its own process group; API processes that share a port are in one group.
    isGroupLeader: isSupervised && cluster.isPrimary,
    ...(limits && { limits }),
    onFailed: (error) => logger.error({ err: error }, 'the watchdog thread failed'),
  });
}

/** Responds to the pings with which the supervisor checks that the event loop is not blocked. */
function respondToPings(): void {
  if (process.send === undefined) return;
  process.on('message', (message) => {
    if (!isPing(message)) return;
    const pong: Pong = { type: 'pong', isDebugged: isDebugged() };
    process.send?.(pong, undefined, undefined, () => undefined);
  });
}

async function startService(
  { start, listKnownProviders }: Program,
  logger: Logger,
  stopping: AbortSignal,
): Promise<Service> {
  let config: Config | undefined;
  try {
    await waitForDatabase(stopping);
    config = loadConfig(readEnvironment(), process.cwd(), listKnownProviders());
    const logLevel = new LogLevelSwitch(logger, config.logLevel);
    return await start({ config, logger, logLevel, isSupervised: process.send !== undefined });
  } catch (error) {
    const fault = config === undefined ? describeConfigError(error) : describeStartFault(error, config);
    if (fault !== undefined) {
      process.stdout.write(`${fault}\n`);
      process.exit(CONFIG_EXIT_CODE);
    }
    logger.fatal({ err: error }, 'start failed');
    process.exit(INTERNAL_ERROR_EXIT_CODE);
  }
}

function describeConfigError(error: unknown): string | undefined {
  return error instanceof ConfigError ? error.message : undefined;
}

/** Also stops when the supervisor exits, so that the port is free for the next start. */
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
        logger.fatal({ err: error }, 'shutdown failed');
        process.exit(INTERNAL_ERROR_EXIT_CODE);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('the supervisor has exited'));
}
