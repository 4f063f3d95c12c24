import { LeasedWorker } from '#jobs';
import { type Logger, type SpanEnd, type TraceHeaders, type Tracing, type WorkSpan } from '#telemetry';
import { type Delivery } from './delivery.js';
import { type DeliveryRepository } from './delivery.repository.js';
import { computeDelayMs } from './schedule.js';
import { type DeliveryOutcome, type SendOptions, sendWebhook } from './send-webhook.js';

const MAX_CONCURRENT = 32;
const MAX_PER_ORIGIN = 4;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take, so only a crashed worker loses its lease. */
const LEASE_MS = 60_000;

export interface WebhookWorkerOptions extends Pick<SendOptions, 'sender' | 'getSecrets'> {
  deliveries: DeliveryRepository;
  /** If undefined, deliveries are not traced. */
  tracing?: Pick<Tracing, 'during'> | undefined;
  logger: Logger;
  /** The timeout for the complete response. */
  timeoutMs?: number;
}

/**
 * Sends webhooks that are due, at least once: the outcome is stored after the request, so a receiver may get an event
 * twice.
 */
export class WebhookWorker extends LeasedWorker<Delivery> {
  private readonly timeoutMs: number;

  constructor(private readonly options: WebhookWorkerOptions) {
    super({
      items: 'webhooks',
      maxConcurrent: MAX_CONCURRENT,
      leaseMs: LEASE_MS,
      // A delivery that takes longer is sent again by the next worker.
      drainMs: options.timeoutMs ?? TIMEOUT_MS,
      logger: options.logger,
    });
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  protected override async quietForMs(maxMs: number): Promise<number> {
    return (await this.options.deliveries.isAnyDue()) ? 0 : maxMs;
  }

  protected override claimDue(max: number): Promise<Delivery[]> {
    const { deliveries } = this.options;
    return deliveries.claimDue({ max, maxPerOrigin: MAX_PER_ORIGIN, leaseMs: LEASE_MS });
  }

  protected override async run(delivery: Delivery): Promise<void> {
    const { sender, getSecrets } = this.options;
    const send = (headers: TraceHeaders): Promise<DeliveryOutcome> =>
      sendWebhook(delivery, { sender, getSecrets, timeoutMs: this.timeoutMs, headers });
    const { tracing } = this.options;
    const outcome = await (tracing === undefined ? send({}) : tracing.during(buildSpan(delivery), send));
    await this.storeOutcome(delivery, outcome);
  }

  protected override onFailure({ id }: Delivery, error: unknown): void {
    this.options.logger.warn({ err: error, deliveryId: id }, 'the result of a webhook could not be stored');
  }

  private async storeOutcome(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { deliveries, logger } = this.options;
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

/** Contains only the host of the receiver's URL, because the rest may contain a secret. */
function buildSpan({ id, url, event, attempt, traceparent }: Delivery): WorkSpan<DeliveryOutcome> {
  return {
    name: `webhook ${event}`,
    traceparent,
    attributes: {
      'http.request.method': 'POST',
      'server.address': URL.canParse(url) ? new URL(url).hostname : undefined,
      'modelgate.webhook.id': id,
      'modelgate.webhook.event': event,
      'modelgate.webhook.attempt': attempt,
    },
    describe: describeOutcome,
  };
}

function describeOutcome({ kind, status }: DeliveryOutcome): SpanEnd {
  const isError = kind !== 'delivered';
  return {
    attributes: { 'http.response.status_code': status, 'error.type': isError ? kind : undefined },
    isError,
  };
}
