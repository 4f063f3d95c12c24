export { type QueueSettings, queueModules } from './queue-module.js';
