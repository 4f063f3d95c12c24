import { GatewayError } from '#canonical';

/** Returns the GatewayError that the action throws. Any other outcome fails the test. */
export function thrownError(action: () => unknown): GatewayError {
  try {
    action();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
