export { JobsModule } from './jobs.module.js';
export { LeasedTable } from './leased-table.js';
export { LeasedWorker, WokenBy } from './leased-worker.js';
export { Maintenance } from './maintenance/maintenance.js';
export { MaintenanceRunsRepository } from './maintenance/maintenance-runs.repository.js';
export { QueueBacklogs } from './queue-backlogs.js';
export { checkRedis, requireSupportedRedis } from './queue/check-redis.js';
export { WakeQueue, WakeQueues } from './queue/wake-queue.js';
export { WORKER_NAME, newWorkerName } from './worker-name.js';
