import cluster from 'node:cluster';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ServingProcess } from './serving-process.js';

@Injectable()
export class MetricsExposition {
  private readonly source: Pick<Metrics, 'expose'>;

  constructor(metrics: Metrics, @Inject(LOGGER) logger: Logger) {
    this.source = cluster.isWorker ? new ServingProcess(metrics, logger) : metrics;
  }

  /** The numbers of every process that shares the port, as text. */
  expose(): Promise<string> {
    return this.source.expose();
  }
}
