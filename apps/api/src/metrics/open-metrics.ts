import cluster from 'node:cluster';
import { type Catalog } from '#catalog';
import { type Logger, Metrics } from '#telemetry';
import { listedModels } from './listed-models.js';
import { ServingProcess } from './serving-process.js';

export interface OpenMetrics {
  /** What this process counts. */
  metrics: Metrics;
  /** What a scrape is answered with. */
  expose: () => Promise<string>;
}

export function openMetrics(catalog: Catalog, logger: Logger): OpenMetrics {
  const metrics = new Metrics({ isListedModel: listedModels(catalog), logger });
  if (!cluster.isWorker) return { metrics, expose: () => metrics.expose() };
  const serving = new ServingProcess(metrics, logger);
  return { metrics, expose: () => serving.expose() };
}
