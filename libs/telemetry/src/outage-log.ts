import { type Logger } from './logger.js';

export interface OutageMessages {
  gone: string;
  back: string;
  /** The level of `gone`; `warn` by default. */
  level?: 'warn' | 'error';
}

/** Logs the beginning and the end of an outage once each, independent of the number of failed attempts. */
export class OutageLog {
  private failures = 0;
  private goneAtMs = 0;

  constructor(
    private readonly logger: Logger,
    private readonly messages: OutageMessages,
  ) {}

  failed(error: unknown): void {
    this.failures += 1;
    if (this.failures > 1) return;
    this.goneAtMs = performance.now();
    this.logger[this.messages.level ?? 'warn']({ err: withoutQuery(error) }, this.messages.gone);
  }

  worked(): void {
    if (this.failures === 0) return;
    const { failures } = this;
    this.failures = 0;
    this.logger.info({ failures, downMs: Math.round(performance.now() - this.goneAtMs) }, this.messages.back);
  }
}

/**
 * The error of a failed query contains all its parameters, which is too much for a line. The driver's error does not.
 */
function withoutQuery(error: unknown): unknown {
  const { driverError } = (error ?? {}) as { driverError?: unknown };
  return driverError instanceof Error ? driverError : error;
}
