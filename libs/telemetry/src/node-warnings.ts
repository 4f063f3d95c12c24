import { type Logger } from './logger.js';

/** Node prints its warnings as plain text; stderr holds log lines only, so they become some. */
export function logNodeWarnings(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    logger.warn({ warning: warning.name }, warning.message);
  });
}
