import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '#telemetry';
import { WebhookDispatcher } from '#webhooks';

const EVERY_MS = 1_000;
/** As long as one call may take. */
const PATIENCE_MS = 15_000;

/** Looks once a second for webhooks that are due. What takes longer than that does not keep the next look waiting. */
@Injectable()
export class WebhookDeliverer implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly dispatcher: WebhookDispatcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), EVERY_MS);
    this.wake();
  }

  /** Looks at once, for somebody who knows that there is something. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    const run = this.deliver().finally(() => this.running.delete(run));
    this.running.add(run);
  }

  /** What is still on its way after that is sent again by whoever starts next: its lease runs out. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.race([Promise.all(this.running), sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  private async deliver(): Promise<void> {
    try {
      await this.dispatcher.deliverDue(this.stopping.signal);
    } catch (error) {
      this.logger.warn({ err: error }, 'webhooks could not be sent');
    }
  }
}
