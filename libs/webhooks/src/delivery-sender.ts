import { WebhookSecrets } from '#access';
import { CONFIG, type Config } from '#config';
import { PublicFetcher } from '#egress';
import { type SpanEnd, Tracing, type WorkSpan } from '#telemetry';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Delivery } from './delivery.js';
import { GATEWAY_ID } from './gateway-id.js';
import { type DeliveryOutcome, sendWebhook } from './send-webhook.js';

/** Optional provider of `WebhookOptions`. */
export const WEBHOOK_OPTIONS = Symbol('webhook options');

export interface WebhookOptions {
  /** The timeout for the complete response. */
  timeoutMs: number;
}

const DEFAULT_OPTIONS: WebhookOptions = { timeoutMs: 15_000 };

/** Sends webhooks, signed with the secrets of their token, or with that of the gateway. */
@Injectable()
export class DeliverySender {
  readonly timeoutMs: number;
  private readonly gatewaySecret: string | undefined;

  constructor(
    @Inject(PublicFetcher) private readonly fetcher: Pick<PublicFetcher, 'post'>,
    @Inject(WebhookSecrets) private readonly secrets: Pick<WebhookSecrets, 'of'>,
    @Inject(Tracing) private readonly tracing: Pick<Tracing, 'during'>,
    @Inject(CONFIG) { file }: Pick<Config, 'file'>,
    @Optional() @Inject(WEBHOOK_OPTIONS) { timeoutMs }: WebhookOptions = DEFAULT_OPTIONS,
  ) {
    this.timeoutMs = timeoutMs;
    this.gatewaySecret = file?.budgets?.webhook?.secret;
  }

  send(delivery: Delivery): Promise<DeliveryOutcome> {
    const { timeoutMs } = this;
    const getSecrets = (tokenId: string) => this.getSecrets(tokenId);
    return this.tracing.during(buildSpan(delivery), (headers) =>
      sendWebhook(delivery, { sender: this.fetcher, getSecrets, timeoutMs, headers }),
    );
  }

  private async getSecrets(tokenId: string): Promise<readonly string[]> {
    const { gatewaySecret } = this;
    if (tokenId === GATEWAY_ID && gatewaySecret !== undefined) return [gatewaySecret];
    return this.secrets.of(tokenId);
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
