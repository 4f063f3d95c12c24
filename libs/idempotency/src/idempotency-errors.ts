import { GatewayError } from '#canonical';

const ADVICE = 'To send the request again, which may be charged again, use another key.';

export function keyInFlight(): GatewayError {
  return new GatewayError('key-in-flight', 'A request with this idempotency key is still in progress.', {
    retryAfterSeconds: 2,
  });
}

export function keyReused(): GatewayError {
  return new GatewayError('key-reused', 'This idempotency key was already used for a different request.');
}

export function streamNotReplayable(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The response to the request with this idempotency key was a stream, which is not stored. ${ADVICE}`,
  );
}

export function responseNotStored(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The request with this idempotency key completed, but its response is no longer stored or was too large to store. ${ADVICE}`,
    { code: 'idempotency_answer_not_kept' },
  );
}

export function outcomeUnknown(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The request with this idempotency key was interrupted; it may have been charged. ${ADVICE}`,
    { code: 'idempotency_outcome_unknown' },
  );
}

export function storeUnavailable(cause: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Idempotency keys cannot be checked at the moment, so the request was not sent. Try again.',
    { retryAfterSeconds: 2, cause },
  );
}
