import { type Logger } from './logger.js';

export interface OutageMessages {
  gone: string;
  back: string;
  /** How bad it is; a warning where nothing is said. */
  level?: 'warn' | 'error';
}

/** Says once that something has gone, and once that it is back, however often it is tried in between. */
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

/** A failed query holds all that was to be stored: far too much for a line. What the driver said of it does not. */
function withoutQuery(error: unknown): unknown {
  const { driverError } = (error ?? {}) as { driverError?: unknown };
  return driverError instanceof Error ? driverError : error;
}
