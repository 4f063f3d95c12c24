import { type Logger } from '#telemetry';

/** Says once that something has gone, and once that it is back. */
export class OutageLog {
  private isOut = false;

  constructor(
    private readonly logger: Logger,
    private readonly messages: { gone: string; back: string },
  ) {}

  failed(error: unknown): void {
    if (this.isOut) return;
    this.isOut = true;
    this.logger.error({ err: withoutQuery(error) }, this.messages.gone);
  }

  worked(): void {
    if (!this.isOut) return;
    this.isOut = false;
    this.logger.info(this.messages.back);
  }
}

/** A failed query holds all that was to be stored: far too much for a line. What the driver said of it does not. */
function withoutQuery(error: unknown): unknown {
  const { driverError } = (error ?? {}) as { driverError?: unknown };
  return driverError instanceof Error ? driverError : error;
}
