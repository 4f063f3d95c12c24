export { JobsModule } from './jobs.module.js';
export { LeasedTable } from './leased-table.js';
export { LeasedWorker, WokenBy } from './leased-worker.js';
export { checkRedis } from './queue/check-redis.js';
export { WakeQueue } from './queue/wake-queue.js';
export { QUEUE_TABLES } from './table-retention.js';
