export { createLogger, type Logger } from './logger.js';
export { LOGGER } from './logger.token.js';
export { CombinedMetrics } from './metrics/combined-metrics.js';
export { Metrics } from './metrics/metrics.js';
export { type MetricsSnapshot } from './metrics/metrics-snapshot.js';
export { NestLogger } from './nest-logger.js';
export { logStrayOutput } from './stray-output.js';
export { programVersion } from './metrics/program-version.js';
export { TelemetryModule } from './telemetry.module.js';
