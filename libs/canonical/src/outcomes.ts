import { type ErrorKind } from './gateway-error.js';

/**
 * Which side ended a request or an attempt. `success`: it succeeded. `client`: the client disconnected, cancelled it
 * or no longer needed it, which is not an error. `refused`: the gateway refused it before it called an upstream.
 */
type OutcomeGroup = 'success' | 'client' | 'refused' | 'gateway' | 'upstream';

interface Outcome {
  group: OutcomeGroup;
  /** For badges and filters. */
  label: string;
  /** A sentence without its full stop. */
  description: string;
}

/** Outcomes that are not error kinds. */
type OtherOutcome = 'ok' | 'called-off' | 'cancelled' | 'process-died' | 'outcome-unknown' | 'lost-upstream';

function entry(group: OutcomeGroup, label: string, description: string): Outcome {
  return { group, label, description };
}

/**
 * All outcomes. The console's labels, the filters of lists and the error rates follow from this table. The keys are
 * stored.
 */
export const OUTCOMES: Readonly<Record<ErrorKind | OtherOutcome, Outcome>> = {
  ok: entry('success', 'OK', 'The request succeeded'),
  'client-gone': entry(
    'client',
    'Client disconnected',
    'The client disconnected before the response was complete',
  ),
  cancelled: entry('client', 'Cancelled', 'The client cancelled the task'),
  'called-off': entry('client', 'Superseded', 'Another attempt responded first'),
  'upstream-rejected': entry('upstream', 'Rejected by upstream', 'The upstream rejected the request'),
  'upstream-too-large': entry(
    'upstream',
    'Too large for upstream',
    'The request is larger than the upstream accepts',
  ),
  'upstream-auth': entry('upstream', 'API key rejected', 'The upstream rejected the API key of the channel'),
  'upstream-model-unavailable': entry(
    'upstream',
    'Model unavailable',
    'The upstream does not offer this model to the account of the channel',
  ),
  'upstream-quota': entry(
    'upstream',
    'Out of credit',
    'The upstream account of the channel is out of credit',
  ),
  'upstream-overloaded': entry(
    'upstream',
    'Rate limited by upstream',
    'The upstream is overloaded or has rate limited the account of the channel',
  ),
  'upstream-error': entry('upstream', 'Upstream error', 'The upstream returned an error'),
  'upstream-bad-response': entry(
    'upstream',
    'Invalid upstream response',
    'The upstream sent a response that the gateway cannot read',
  ),
  'upstream-unreachable': entry('upstream', 'Upstream unreachable', 'The connection to the upstream failed'),
  'upstream-interrupted': entry(
    'upstream',
    'Interrupted',
    'The upstream ended the response before it was complete',
  ),
  'upstream-timeout': entry('upstream', 'Timed out', 'The upstream did not respond in time'),
  'outcome-unknown': entry(
    'upstream',
    'Outcome unknown',
    'It is unknown whether the upstream accepted the task; it was not sent again',
  ),
  'lost-upstream': entry('upstream', 'Task lost by upstream', 'The upstream no longer has the task'),
  'process-died': entry(
    'gateway',
    'Gateway process crashed',
    'The gateway process ended before the request did',
  ),
  'shutting-down': entry('gateway', 'Gateway stopped', 'The gateway stopped before the request was complete'),
  'internal-error': entry('gateway', 'Internal error', 'The gateway failed; its log has the reason'),
  'no-channel': entry('gateway', 'No channel', 'No channel that serves the model was available'),
  overloaded: entry('gateway', 'Gateway overloaded', 'The gateway was overloaded'),
  'store-unavailable': entry(
    'gateway',
    'Storage unavailable',
    'The database or the file storage was not available',
  ),
  'missing-credential': entry('refused', 'No token', 'The request had no API token'),
  'unknown-token': entry('refused', 'Unknown token', 'The API token is unknown'),
  'expired-token': entry('refused', 'Token expired', 'The API token has expired'),
  'disabled-token': entry('refused', 'Token disabled', 'The API token is disabled'),
  'address-not-allowed': entry(
    'refused',
    'Address not allowed',
    'The API token may not be used from this address',
  ),
  forbidden: entry('refused', 'Forbidden', 'The caller has no permission for this request'),
  'invalid-credentials': entry('refused', 'Invalid credentials', 'The credentials are invalid'),
  'model-not-found': entry('refused', 'Model not found', 'The model does not exist'),
  'model-not-allowed': entry('refused', 'Model not allowed', 'The API token may not use this model'),
  'missing-parameter': entry('refused', 'Missing parameter', 'A required parameter is missing'),
  'invalid-type': entry('refused', 'Invalid type', 'A parameter has the wrong type'),
  'invalid-value': entry('refused', 'Invalid value', 'A parameter has a value that is not allowed'),
  'resource-not-found': entry('refused', 'Not found', 'The request refers to something that does not exist'),
  'unsupported-parameter': entry(
    'refused',
    'Unsupported parameter',
    'A parameter of the request cannot be sent to this model',
  ),
  'unsupported-capability': entry(
    'refused',
    'Unsupported operation',
    'The model does not support this operation',
  ),
  'invalid-json': entry('refused', 'Invalid JSON', 'The request body is not valid JSON'),
  'invalid-request': entry('refused', 'Invalid request', 'The request is not valid'),
  'body-too-large': entry('refused', 'Body too large', 'The request body is larger than the gateway accepts'),
  'headers-too-large': entry(
    'refused',
    'Headers too large',
    'The request headers are larger than the gateway accepts',
  ),
  'unsupported-media-type': entry(
    'refused',
    'Unsupported content type',
    'The content type of the request is not supported',
  ),
  'request-timeout': entry('refused', 'Request timed out', 'The request did not arrive in time'),
  'method-not-allowed': entry(
    'refused',
    'Method not allowed',
    'The HTTP method is not allowed for this path',
  ),
  'unknown-path': entry('refused', 'Unknown path', 'The path does not exist'),
  'host-not-served': entry('refused', 'Unknown host', 'The gateway does not serve this host name'),
  'budget-exhausted': entry('refused', 'Budget exhausted', 'A budget of the token or its owner is exhausted'),
  'spend-limit-reached': entry('refused', 'Spend limit reached', 'A spend limit was reached'),
  'storage-quota-reached': entry(
    'refused',
    'Storage quota reached',
    'The storage quota of the owner was reached',
  ),
  'content-policy': entry('refused', 'Content policy', 'A content policy refused the request'),
  'key-reused': entry(
    'refused',
    'Idempotency key reused',
    'The idempotency key was used for another request',
  ),
  'key-in-flight': entry(
    'refused',
    'Idempotency key in use',
    'A request with this idempotency key is still running',
  ),
  'not-replayable': entry(
    'refused',
    'Response cannot be replayed',
    'The response for this idempotency key cannot be sent again',
  ),
  'wrong-state': entry(
    'refused',
    'Not possible in this state',
    'The request is not possible in the current state',
  ),
  'rate-limited': entry('refused', 'Rate limited', 'A rate limit of the gateway was reached'),
  'concurrency-exceeded': entry(
    'refused',
    'Too many concurrent requests',
    'The limit of concurrent requests was reached',
  ),
  'request-over-limit': entry('refused', 'Exceeds token limit', 'The request alone exceeds a limit'),
};

const OUTCOMES_BY_NAME: ReadonlyMap<string, Outcome> = new Map(Object.entries(OUTCOMES));

/** The stored outcome may come from a newer version, which can have outcomes that this one does not. */
function findOutcome(outcome: string): Outcome | undefined {
  return OUTCOMES_BY_NAME.get(outcome);
}

/** Outcomes that no error rate counts. */
export const OUTCOMES_WITHOUT_ERROR: readonly string[] = Object.entries(OUTCOMES)
  .filter(([, { group }]) => group === 'success' || group === 'client')
  .map(([outcome]) => outcome);

/** Outcomes of requests that the gateway refused because of the request, its token or a limit. They are not errors of the gateway. */
export const REFUSAL_OUTCOMES: readonly string[] = Object.entries(OUTCOMES)
  .filter(([, { group }]) => group === 'refused')
  .map(([outcome]) => outcome);

const STALLED = 'The upstream stopped sending its response before it was complete';

/** A sentence that describes the outcome; null if the request succeeded. */
export function describeOutcome(outcome: string, upstreamStatus?: number): string | null {
  if (outcome === 'ok') return null;
  const description = isStalled(outcome, upstreamStatus)
    ? STALLED
    : (findOutcome(outcome)?.description ?? `The request ended with ${outcome}`);
  return upstreamStatus === undefined ? `${description}.` : `${description} (status ${upstreamStatus}).`;
}

/** An upstream that times out has either sent no response, or the beginning of one. */
function isStalled(outcome: string, upstreamStatus: number | undefined): boolean {
  return outcome === 'upstream-timeout' && upstreamStatus !== undefined && upstreamStatus < 300;
}
