import { type Logger } from '#telemetry';
import { type Delivery } from './delivery.js';
import { type DeliveryRepository } from './delivery.repository.js';
import { nextDelayMs } from './schedule.js';
import { type DeliveryOutcome, type SendOptions, sendWebhook } from './send-webhook.js';

const MOST_AT_ONCE = 32;
const MOST_PER_ORIGIN = 4;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take: only a worker that has died loses its lease. */
const LEASE_MS = 60_000;

export interface WebhookDispatcherOptions extends Pick<SendOptions, 'sender' | 'secretsOf'> {
  deliveries: DeliveryRepository;
  logger: Logger;
  /** How long a receiver has for its whole answer. */
  timeoutMs?: number;
}

/** Sends what is due. A receiver may hear of the same event twice, never not at all: an outcome is noted after the call. */
export class WebhookDispatcher {
  private freeSlots = MOST_AT_ONCE;
  private readonly timeoutMs: number;

  constructor(private readonly parts: WebhookDispatcherOptions) {
    this.timeoutMs = parts.timeoutMs ?? TIMEOUT_MS;
  }

  /**
   * Makes every attempt that is due, and answers how many. It ends with the slowest of them; to call it again
   * meanwhile is how the others get past that one. Nothing new is begun once the signal says so.
   */
  async deliverDue(signal?: AbortSignal): Promise<number> {
    let attempts = 0;
    for (;;) {
      const claimed = signal?.aborted === true ? [] : await this.claim();
      if (claimed.length === 0) return attempts;
      await this.attemptAll(claimed);
      attempts += claimed.length;
    }
  }

  /** Holds all free slots while it asks, so that two calls do not fill the same ones. */
  private async claim(): Promise<Delivery[]> {
    const heldSlots = this.freeSlots;
    if (heldSlots === 0) return [];
    this.freeSlots = 0;
    let used = 0;
    try {
      const claimed = await this.parts.deliveries.claimDue({
        most: heldSlots,
        mostPerOrigin: MOST_PER_ORIGIN,
        leaseMs: LEASE_MS,
      });
      used = claimed.length;
      return claimed;
    } finally {
      this.freeSlots += heldSlots - used;
    }
  }

  /** One that cannot be noted down does not keep the others from it; its lease ends, and it is sent again. */
  private async attemptAll(deliveries: readonly Delivery[]): Promise<void> {
    const attempts = deliveries.map((delivery) =>
      this.attempt(delivery).finally(() => (this.freeSlots += 1)),
    );
    const failed = (await Promise.allSettled(attempts)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { sender, secretsOf } = this.parts;
    const outcome = await sendWebhook(delivery, { sender, secretsOf, timeoutMs: this.timeoutMs });
    await this.note(delivery, outcome);
  }

  private async note(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { deliveries, logger } = this.parts;
    const about = { deliveryId: delivery.id, tokenId: delivery.tokenId, attempt: delivery.attempt };
    if (outcome.kind === 'delivered') return deliveries.markDelivered(delivery, outcome.status);
    if (outcome.kind === 'gone') {
      const deliveriesGivenUp = await deliveries.markGone(delivery, outcome.status);
      return logger.warn({ ...about, deliveriesGivenUp }, 'a receiver of webhooks wants no more of them');
    }
    const { status, reason, endpointRestMs } = outcome;
    const delayMs = nextDelayMs(delivery.attempt, outcome);
    if (delayMs === undefined) {
      await deliveries.markDead(delivery, { status, reason });
      return logger.warn({ ...about, status, reason }, 'a webhook was given up after its last attempt');
    }
    await deliveries.scheduleNext(delivery, { status, reason, delayMs, endpointRestMs });
    logger.debug({ ...about, status, reason, delayMs }, 'a webhook did not arrive and is sent again later');
  }
}
