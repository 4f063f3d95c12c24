import { GatewayError } from '#canonical';

/** `share`: the token asks for more than its share. `full`: there is no room for anyone. */
export type OverloadReason = 'share' | 'full';

const MAX_RETRY_SECONDS = 3;
const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  share:
    'The gateway is overloaded, and this token sends more than its share of the requests. Try again in a moment.',
  full: 'The gateway is overloaded. Try again in a moment.',
};

/** A request that was refused because this process has more work than it can do. */
export class OverloadRefusal extends GatewayError {
  constructor(
    readonly reason: OverloadReason,
    retryAfterSeconds: number = drawRetrySeconds(),
  ) {
    super('overloaded', MESSAGES[reason], { retryAfterSeconds });
  }
}

/** Clients that were refused together should not return together. */
export function drawRetrySeconds(): number {
  return 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
}
