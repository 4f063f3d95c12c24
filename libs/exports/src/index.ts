export { ExportMetrics } from './export-metrics.js';
export { ExportsModule } from './exports.module.js';
