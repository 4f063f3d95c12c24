export { createLogger, type Logger } from './logger.js';
export { NestLogger } from './nest-logger.js';
export { logNodeWarnings } from './node-warnings.js';
