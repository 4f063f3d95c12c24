import { LeasedWorker } from '#jobs';
import { type Logger, type SpanEnd, type TraceHeaders, type Tracing, type WorkSpan } from '#telemetry';
import { type Delivery } from './delivery.js';
import { type DeliveryRepository } from './delivery.repository.js';
import { nextDelayMs } from './schedule.js';
import { type DeliveryOutcome, type SendOptions, sendWebhook } from './send-webhook.js';

const MAX_CONCURRENT = 32;
const MAX_PER_ORIGIN = 4;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt can take: only a worker that has died loses its lease. */
const LEASE_MS = 60_000;

export interface WebhookWorkerOptions extends Pick<SendOptions, 'sender' | 'getSecrets'> {
  deliveries: DeliveryRepository;
  /** Traces are made where it is given and wanted. */
  tracing?: Pick<Tracing, 'during'> | undefined;
  logger: Logger;
  /** How long a receiver has for its whole answer. */
  timeoutMs?: number;
}

/**
 * Sends what is due. A receiver may learn of the same event twice, never not at all: an outcome is noted after the
 * call.
 */
export class WebhookWorker extends LeasedWorker<Delivery> {
  private readonly timeoutMs: number;

  constructor(private readonly options: WebhookWorkerOptions) {
    super({
      items: 'webhooks',
      maxConcurrent: MAX_CONCURRENT,
      leaseMs: LEASE_MS,
      // What is still on its way after that is sent again by whoever starts next.
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
    await this.note(delivery, outcome);
  }

  protected override onFailure({ id }: Delivery, error: unknown): void {
    this.options.logger.warn(
      { err: error, deliveryId: id },
      'what came of a webhook could not be written down',
    );
  }

  private async note(delivery: Delivery, outcome: DeliveryOutcome): Promise<void> {
    const { deliveries, logger } = this.options;
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

/** The receiver's host and no more of its address, which may hold a secret. */
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
