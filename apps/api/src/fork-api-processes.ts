import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildWatchdog } from '#lifecycle';
import { type Logger } from '#telemetry';
import { type GatewayParts } from './gateway-parts.js';
import { MetricsRounds } from './metrics/metrics-rounds.js';
import { type ApiServer } from './serve.js';

const RESTART_MS = 500;

/** Several processes behind one port. This one serves nothing itself: it keeps the others alive. */
export async function forkApiProcesses(
  count: number,
  parts: GatewayParts,
  logger: Logger,
): Promise<ApiServer> {
  let isStopping = false;
  const workers = new Set<Worker>();
  const metricsRounds = new MetricsRounds(logger);
  /** Resolves to the port once the process, or one that had to take its place, listens. */
  const fork = (): Promise<number> => {
    const worker = cluster.fork();
    workers.add(worker);
    killWhenSilent(worker, logger);
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        workers.delete(worker);
        if (isStopping) return;
        logger.error({ code, signal, worker: worker.id }, 'an API process died; starting another');
        void sleep(RESTART_MS).then(() => (isStopping ? undefined : fork().then(resolve)));
      });
      worker.once('listening', (address) => {
        metricsRounds.add(worker);
        resolve(address.port);
      });
    });
  };
  const ports = await Promise.all(Array.from({ length: count }, fork));
  return {
    port: ports[0] ?? 0,
    stop: async () => {
      isStopping = true;
      await Promise.all([...workers].map(stopWorker));
      await parts.close();
    },
  };
}

/** It lives, but its event loop does not: it would hold its connections, and the stop, for ever. */
function killWhenSilent(worker: Worker, logger: Logger): void {
  new ChildWatchdog(worker.process, {
    onSilent: (silentMs) => {
      logger.error({ silentMs, worker: worker.id }, 'an API process does not answer; killing it');
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
