import { GatewayError } from '#canonical';

const ADVICE = 'To ask again, which may be charged again, use another key.';

export function keyInFlight(): GatewayError {
  return new GatewayError('key-in-flight', 'A request with this idempotency key is being handled.', {
    retryAfterSeconds: 2,
  });
}

export function keyReused(): GatewayError {
  return new GatewayError('key-reused', 'This idempotency key was used for another request.');
}

export function streamNotReplayable(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The request with this idempotency key was answered by a stream, which is not kept. ${ADVICE}`,
  );
}

export function answerNotKept(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The request with this idempotency key was answered, and the answer is no longer there or was too large to keep. ${ADVICE}`,
    { code: 'idempotency_answer_not_kept' },
  );
}

export function outcomeUnknown(): GatewayError {
  return new GatewayError(
    'not-replayable',
    `The request with this idempotency key was begun and never answered; whether it was charged is not known. ${ADVICE}`,
    { code: 'idempotency_outcome_unknown' },
  );
}

export function storeUnavailable(cause: unknown): GatewayError {
  return new GatewayError(
    'store-unavailable',
    'Idempotency keys cannot be looked up at the moment; nothing was done.',
    { retryAfterSeconds: 2, cause },
  );
}
