import { type Logger } from '#telemetry';

/** Tells the log whether the queue can be reached: once when that changes, however often it fails in between. */
export class QueueState {
  private failures = 0;
  private failingSinceMs = 0;

  constructor(
    private readonly queue: string,
    private readonly logger: Logger,
  ) {}

  failed({ message }: Error): void {
    this.failures += 1;
    if (this.failures > 1) return;
    this.failingSinceMs = performance.now();
    this.logger.warn({ queue: this.queue, reason: message }, 'the queue is unreachable');
  }

  recovered(): void {
    if (this.failures === 0) return;
    const downMs = Math.round(performance.now() - this.failingSinceMs);
    this.logger.info({ queue: this.queue, failures: this.failures, downMs }, 'the queue is back');
    this.failures = 0;
  }
}
