import { GatewayError } from '#canonical';

/** The GatewayError that the action throws; anything else that it does is a failure of the test. */
export function thrownError(action: () => unknown): GatewayError {
  try {
    action();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
