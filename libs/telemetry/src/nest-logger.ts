import { type LoggerService } from '@nestjs/common';
import { type Logger } from './logger.js';
import { describeValue } from './serialize-error.js';

/** Writes the messages of Nest to our logger. Its information messages have the level `debug`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context: describeValue(context) }, describeValue(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context: describeValue(context) }, describeValue(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    const err = [message, ...details].find((value) => value instanceof Error);
    this.logger.error({ ...(err && { err }), details: details.map(describeValue) }, describeValue(message));
  }
}
