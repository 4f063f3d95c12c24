import { GatewayError } from '#canonical';

/** The refusal of requests whose budget cannot be loaded. */
export function buildStoreUnavailable(cause?: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Budgets are unavailable at the moment. Try again in a moment.',
    cause === undefined ? {} : { cause },
  );
}
