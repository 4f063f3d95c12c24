export { checkRedis } from './check-redis.js';
export { queueModules } from './queue-module.js';
export { QUEUE_TABLES } from './table-retention.js';
export { WakeQueue } from './wake-queue.js';
