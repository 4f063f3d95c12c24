import cluster from 'node:cluster';
import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { type MessageToPrimary, type MessageToApiProcess, isMessage } from './process-messages.js';

const TIMEOUT_MS = 5_000;

@Injectable()
export class MetricsExposition {
  private readonly source: Pick<Metrics, 'expose'>;

  constructor(metrics: Metrics, @Inject(LOGGER) logger: Logger) {
    this.source = cluster.isWorker ? new ApiProcessExposition(metrics, logger) : metrics;
  }

  /** The metrics of all processes that share the port, in the Prometheus text format. */
  expose(): Promise<string> {
    return this.source.expose();
  }
}

/** In one of several API processes. A scrape reaches any of them, and each has only its own metrics. */
class ApiProcessExposition {
  private readonly waiting = new Map<number, (text: string) => void>();
  private scrapes = 0;

  constructor(
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {
    process.on('message', (message) => this.receive(message));
  }

  /** The metrics of all API processes, which the primary process collects. */
  expose(): Promise<string> {
    const scrape = this.scrapes++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(scrape);
        reject(new GatewayError('overloaded', 'The metrics of the other processes did not arrive in time.'));
      }, TIMEOUT_MS);
      this.waiting.set(scrape, (text) => {
        clearTimeout(timer);
        this.waiting.delete(scrape);
        resolve(text);
      });
      send({ type: 'metrics-scraped', scrape });
    });
  }

  private receive(message: unknown): void {
    if (isMessage<MessageToApiProcess, 'metrics-exposed'>(message, 'metrics-exposed')) {
      this.waiting.get(message.scrape)?.(message.text);
    }
    if (isMessage<MessageToApiProcess, 'metrics-wanted'>(message, 'metrics-wanted'))
      void this.report(message.round);
  }

  private async report(round: number): Promise<void> {
    try {
      send({ type: 'metrics-snapshot', round, snapshot: await this.metrics.snapshot() });
    } catch (error) {
      this.logger.warn({ err: error }, 'the metrics of this process could not be read');
    }
  }
}

function send(message: MessageToPrimary): void {
  process.send?.(message);
}
