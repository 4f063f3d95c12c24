import { type Worker } from 'node:cluster';
import { CombinedMetrics, type Logger, type MetricsSnapshot } from '#telemetry';
import { type ToPrimary, type ToServing, isMessage } from './process-messages.js';

const TIMEOUT_MS = 2_000;

/** Asks every serving process for its numbers when one of them is scraped. */
export class MetricsRounds {
  private readonly combined = new CombinedMetrics();
  private readonly workers = new Map<number, Worker>();
  private rounds = 0;
  private running: Promise<string> | undefined;

  constructor(private readonly logger: Logger) {}

  /** From here on the process is asked too. One that has not begun to listen could not answer yet. */
  add(worker: Worker): void {
    this.workers.set(worker.id, worker);
    worker.on('message', (message: unknown) => {
      if (isMessage<ToPrimary, 'metrics-scraped'>(message, 'metrics-scraped')) {
        void this.answer(worker, message.scrape);
      }
    });
    worker.once('exit', () => {
      this.workers.delete(worker.id);
      this.combined.retire(worker.id);
    });
  }

  private async answer(worker: Worker, scrape: number): Promise<void> {
    try {
      // Whoever scrapes meanwhile gets the same numbers.
      this.running ??= this.gather().finally(() => (this.running = undefined));
      send(worker, { type: 'metrics-exposed', scrape, text: await this.running });
    } catch (error) {
      this.logger.error({ err: error }, 'the metrics of the API processes could not be combined');
    }
  }

  private async gather(): Promise<string> {
    const round = this.rounds++;
    const asked = [...this.workers.values()];
    const snapshots = await Promise.all(asked.map((worker) => askFor(round, worker)));
    const answers = new Map<number, MetricsSnapshot>();
    for (const [index, { id }] of asked.entries()) {
      const snapshot = snapshots[index];
      // One that has died meanwhile is among those whose numbers are kept already.
      if (snapshot !== undefined && this.workers.has(id)) answers.set(id, snapshot);
    }
    const silent = [...this.workers.keys()].filter((id) => !answers.has(id));
    return this.combined.expose(answers, silent);
  }
}

/** Undefined where no answer comes in time. */
function askFor(round: number, worker: Worker): Promise<MetricsSnapshot | undefined> {
  return new Promise((resolve) => {
    const finish = (snapshot?: MetricsSnapshot): void => {
      clearTimeout(timer);
      worker.off('message', listen);
      worker.off('exit', leave);
      resolve(snapshot);
    };
    const listen = (message: unknown): void => {
      const isAnswer = isMessage<ToPrimary, 'metrics-snapshot'>(message, 'metrics-snapshot');
      if (isAnswer && message.round === round) finish(message.snapshot);
    };
    const leave = (): void => finish();
    const timer = setTimeout(leave, TIMEOUT_MS);
    worker.on('message', listen);
    worker.once('exit', leave);
    send(worker, { type: 'metrics-wanted', round });
  });
}

function send(worker: Worker, message: ToServing): void {
  // One that is ending has closed its channel: it counts as silent.
  if (worker.isConnected()) worker.send(message, () => undefined);
}
