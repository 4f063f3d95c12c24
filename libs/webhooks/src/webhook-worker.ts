import { LeasedWorker } from '#jobs';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type Delivery } from './delivery.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliverySender } from './delivery-sender.js';
import { computeDelayMs } from './schedule.js';
import { type DeliveryOutcome } from './send-webhook.js';

const MAX_CONCURRENT = 32;
const MAX_PER_ORIGIN = 4;
/** Longer than an attempt can take, so only a crashed worker loses its lease. */
const LEASE_MS = 60_000;

/**
 * Sends webhooks that are due, at least once: the outcome is stored after the request, so a receiver may get an event
 * twice.
 */
@Injectable()
export class WebhookWorker extends LeasedWorker<Delivery> {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly sender: DeliverySender,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({
      items: 'webhooks',
      maxConcurrent: MAX_CONCURRENT,
      leaseMs: LEASE_MS,
      // A delivery that takes longer is sent again by the next worker.
      drainMs: sender.timeoutMs,
      logger,
    });
  }

  protected override async quietForMs(maxMs: number): Promise<number> {
    return (await this.deliveries.isAnyDue()) ? 0 : maxMs;
  }

  protected override claimDue(max: number): Promise<Delivery[]> {
    return this.deliveries.claimDue({ max, maxPerOrigin: MAX_PER_ORIGIN, leaseMs: LEASE_MS });
  }

  protected override async run(delivery: Delivery): Promise<void> {
    const outcome = await this.sender.send(delivery);
    await this.storeOutcome(delivery, outcome);
  }

  protected override onFailure({ id }: Delivery, error: unknown): void {
    this.logger.warn({ err: error, deliveryId: id }, 'the result of a webhook could not be stored');
  }

  private async storeOutcome(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { deliveries, logger } = this;
    const logFields = { deliveryId: delivery.id, tokenId: delivery.tokenId, attempt: delivery.attempt };
    if (outcome.kind === 'delivered') return deliveries.markDelivered(delivery, outcome.status);
    if (outcome.kind === 'gone') {
      const deliveriesGivenUp = await deliveries.markGone(delivery, outcome.status);
      return logger.warn(
        { ...logFields, deliveriesGivenUp },
        'webhook receiver returned 410: no more webhooks are sent to it',
      );
    }
    const { status, reason, endpointPauseMs } = outcome;
    const delayMs = computeDelayMs(delivery.attempt, outcome);
    if (delayMs === undefined) {
      await deliveries.markDead(delivery, { status, reason });
      return logger.warn({ ...logFields, status, reason }, 'webhook failed after its last attempt');
    }
    await deliveries.scheduleNext(delivery, { status, reason, delayMs, endpointPauseMs });
    logger.debug({ ...logFields, status, reason, delayMs }, 'webhook delivery failed and will be retried');
  }
}
