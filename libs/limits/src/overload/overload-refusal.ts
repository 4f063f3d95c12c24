import { GatewayError } from '#canonical';

/** `share`: the token has more than its share of requests. `full`: no more requests are accepted from any token. */
export type OverloadReason = 'share' | 'full';

const MAX_RETRY_SECONDS = 3;
const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  share:
    'The gateway is overloaded, and this token has more requests in progress than its share. Try again in a moment.',
  full: 'The gateway is overloaded. Try again in a moment.',
};

/** A request was refused because this process is overloaded. */
export class OverloadRefusal extends GatewayError {
  constructor(
    readonly reason: OverloadReason,
    retryAfterSeconds: number = drawRetrySeconds(),
  ) {
    super('overloaded', MESSAGES[reason], { retryAfterSeconds });
  }
}

/** Random, so that clients that were refused at the same time do not retry at the same time. */
export function drawRetrySeconds(): number {
  return 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
}
