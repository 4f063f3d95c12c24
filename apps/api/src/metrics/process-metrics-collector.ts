import { type Worker } from 'node:cluster';
import { CombinedMetrics, type Logger, type MetricsSnapshot } from '#telemetry';
import { type MessageToPrimary, type MessageToApiProcess, isMessage } from './process-messages.js';

const TIMEOUT_MS = 2_000;

/** In the primary process: collects the metrics of all API processes when one of them is scraped. */
export class ProcessMetricsCollector {
  private readonly combined = new CombinedMetrics();
  private readonly workers = new Map<number, Worker>();
  private rounds = 0;
  private running: Promise<string> | undefined;

  constructor(private readonly logger: Logger) {}

  /** Includes the API process in later rounds. Call this when it listens: before, it cannot respond. */
  add(worker: Worker): void {
    this.workers.set(worker.id, worker);
    worker.on('message', (message: unknown) => {
      if (isMessage<MessageToPrimary, 'metrics-scraped'>(message, 'metrics-scraped')) {
        void this.respond(worker, message.scrape);
      }
    });
    worker.once('exit', () => {
      this.workers.delete(worker.id);
      this.combined.retire(worker.id);
    });
  }

  private async respond(worker: Worker, scrape: number): Promise<void> {
    try {
      // Concurrent scrapes share one round.
      this.running ??= this.collect().finally(() => (this.running = undefined));
      send(worker, { type: 'metrics-exposed', scrape, text: await this.running });
    } catch (error) {
      this.logger.error({ err: error }, 'the metrics of the API processes could not be combined');
    }
  }

  private async collect(): Promise<string> {
    const round = this.rounds++;
    const workers = [...this.workers.values()];
    const snapshots = await Promise.all(workers.map((worker) => requestSnapshot(round, worker)));
    const received = new Map<number, MetricsSnapshot>();
    for (const [index, { id }] of workers.entries()) {
      const snapshot = snapshots[index];
      // The last metrics of a process that has exited in the meantime are already in `combined`.
      if (snapshot !== undefined && this.workers.has(id)) received.set(id, snapshot);
    }
    const unresponsive = [...this.workers.keys()].filter((id) => !received.has(id));
    return this.combined.expose(received, unresponsive);
  }
}

/** Undefined if the API process does not respond in time. */
function requestSnapshot(round: number, worker: Worker): Promise<MetricsSnapshot | undefined> {
  return new Promise((resolve) => {
    const finish = (snapshot?: MetricsSnapshot): void => {
      clearTimeout(timer);
      worker.off('message', listen);
      worker.off('exit', leave);
      resolve(snapshot);
    };
    const listen = (message: unknown): void => {
      const isResponse = isMessage<MessageToPrimary, 'metrics-snapshot'>(message, 'metrics-snapshot');
      if (isResponse && message.round === round) finish(message.snapshot);
    };
    const leave = (): void => finish();
    const timer = setTimeout(leave, TIMEOUT_MS);
    worker.on('message', listen);
    worker.once('exit', leave);
    send(worker, { type: 'metrics-wanted', round });
  });
}

function send(worker: Worker, message: MessageToApiProcess): void {
  // A process that is stopping has closed its IPC channel. It counts as not responding.
  if (worker.isConnected()) worker.send(message, () => undefined);
}
