import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type INestApplicationContext,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BUILT_IN_CHANNEL } from '#catalog';
import { CONFIG_EXIT_CODE, type Config, ConfigModule, PublicUrl } from '#config';
import { ChildWatchdog, type LogLevelSwitch, requireFreePort, tellLogLevel } from '#lifecycle';
import { ShownModelsModule } from '#relay';
import { SetupModule, builtInChannel } from '#setup';
import { LOGGER, type Logger, NestLogger, TelemetryModule } from '#telemetry';
import { resetUnacknowledgedConnections } from './unacknowledged-connections.js';
import { ProcessMetricsCollector } from './metrics/process-metrics-collector.js';

const FIRST_RESTART_MS = 500;
const MAX_RESTART_MS = 10_000;
/** If an API process has run for this time before it exits, the restart delay is reset. */
const HEALTHY_MS = 30_000;

/** In the primary process: starts API processes that share one port, and restarts them when they exit. */
@Injectable()
class ApiProcesses implements OnApplicationShutdown {
  private isStopping = false;
  private hasListened = false;
  private getLogLevel: () => string = () => 'info';
  private restartMs = FIRST_RESTART_MS;
  private readonly workers = new Set<Worker>();
  private readonly metricsCollector: ProcessMetricsCollector;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {
    this.metricsCollector = new ProcessMetricsCollector(logger);
  }

  /** Resolves to the port when all API processes listen. */
  async start(count: number, logLevel: LogLevelSwitch): Promise<number> {
    this.getLogLevel = () => logLevel.current;
    logLevel.follow((level) => {
      for (const { process: child } of this.workers) tellLogLevel(child, level);
    });
    const ports = await Promise.all(Array.from({ length: count }, () => this.fork()));
    return ports[0] ?? 0;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.workers].map(stopWorker));
  }

  /** Resolves to the port when the API process, or its replacement, listens. */
  private fork(): Promise<number> {
    const worker = cluster.fork({ MODELGATE_LOG_LEVEL: this.getLogLevel() });
    const startedAt = performance.now();
    this.workers.add(worker);
    resetUnacknowledgedConnections(worker);
    killWhenUnresponsive(worker, this.logger);
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        this.workers.delete(worker);
        if (this.isStopping) return;
        // The API process has reported the config error. The others exit with the primary process.
        if (code === CONFIG_EXIT_CODE && !this.hasListened) process.exit(CONFIG_EXIT_CODE);
        const restartInMs = this.nextDelayMs(performance.now() - startedAt);
        this.logger.error(
          { code, signal, worker: worker.id, restartInMs },
          'API process exited; starting another one',
        );
        void sleep(restartInMs).then(() => (this.isStopping ? undefined : this.fork().then(resolve)));
      });
      worker.once('listening', (address) => {
        this.hasListened = true;
        this.metricsCollector.add(worker);
        resolve(address.port);
      });
    });
  }

  private nextDelayMs(livedMs: number): number {
    if (livedMs >= HEALTHY_MS) this.restartMs = FIRST_RESTART_MS;
    const delayMs = this.restartMs;
    this.restartMs = Math.min(2 * delayMs, MAX_RESTART_MS);
    return delayMs;
  }
}

@Module({ imports: [SetupModule, ShownModelsModule], providers: [ApiProcesses] })
class ClusterModule {}

/** Sets up the database, and then starts the API processes. */
export async function startCluster(
  config: Config,
  logger: Logger,
  logLevel: LogLevelSwitch,
): Promise<INestApplicationContext> {
  // Checked here, so that the error is reported once and not by each API process.
  await requireFreePort(config);
  const app = await NestFactory.createApplicationContext(
    {
      module: ClusterModule,
      imports: [
        ConfigModule.forRoot(config, [{ provide: BUILT_IN_CHANNEL, useFactory: builtInChannel }]),
        TelemetryModule.forRoot(logger),
      ],
    },
    { logger: new NestLogger(logger), abortOnError: false },
  );
  const port = await app.get(ApiProcesses).start(config.http.apiProcesses, logLevel);
  app.get(PublicUrl).listensOn(port);
  return app;
}

/** Kills an API process whose event loop is blocked. Otherwise its connections, and a shutdown, would wait for ever. */
function killWhenUnresponsive(worker: Worker, logger: Logger): void {
  new ChildWatchdog(worker.process, {
    onSilent: (silentMs) => {
      logger.error({ silentMs, worker: worker.id }, 'API process does not respond and is killed');
      worker.process.kill('SIGKILL');
    },
  }).start();
}

function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.process.kill('SIGTERM');
  });
}
