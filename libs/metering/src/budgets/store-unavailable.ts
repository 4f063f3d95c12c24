import { GatewayError } from '#canonical';

/** Who cannot look up a budget does not spend from it. */
export function storeUnavailable(cause?: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Budgets cannot be looked up at the moment. Try again in a moment.',
    cause === undefined ? {} : { cause },
  );
}
