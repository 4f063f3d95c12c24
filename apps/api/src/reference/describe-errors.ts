import { type ErrorKind } from '#canonical';
import { CONDITIONS } from '#wire';

/** The cause of each error, and what the client can do. */
const ERROR_MEANINGS: Readonly<Record<ErrorKind, string>> = {
  'missing-credential': 'The request has no token.',
  'unknown-token': 'The token is unknown: it is mistyped, deleted, or belongs to another gateway.',
  'expired-token': 'The token has expired.',
  'disabled-token': 'The token is disabled.',
  'address-not-allowed': 'The token cannot be used from this IP address.',
  forbidden: 'You do not have permission to do this.',
  'invalid-credentials': 'The email address or the password is wrong.',
  'model-not-found': 'The model does not exist. `GET /v1/models` lists the available models.',
  'model-not-allowed': 'The token is not allowed to use this model.',
  'missing-parameter': 'A field is missing; `param` names it.',
  'invalid-type': 'A field has the wrong type; `param` names it.',
  'invalid-value': 'A field has a value that is not allowed; `param` names it.',
  'invalid-json': 'The body is not valid JSON.',
  'invalid-request': 'The request is malformed.',
  'resource-not-found': 'The resource does not exist, or belongs to another owner.',
  'unsupported-parameter': 'The model does not support a parameter; `param` names it.',
  'unsupported-capability':
    'The model does not support this kind of request, such as an image from a chat model.',
  'body-too-large': 'The body is larger than this gateway accepts.',
  'headers-too-large': 'The headers are larger than this gateway accepts.',
  'unsupported-media-type': 'The content type of the body is not supported here.',
  'request-timeout': 'The request took too long to arrive.',
  'method-not-allowed': 'The path does not support this method.',
  'unknown-path': 'The path does not exist.',
  'host-not-served': 'This gateway does not serve that host name.',
  'budget-exhausted': 'A budget of the token or its owner is used up.',
  'spend-limit-reached': 'A spending limit is reached.',
  'storage-quota-reached': 'The storage quota of the owner is used up.',
  'content-policy': 'The content violates a policy of this gateway.',
  'key-reused': 'The idempotency key was used for another body.',
  'key-in-flight': 'A request with this idempotency key is still running. Retry after `retry-after`.',
  'not-replayable': 'The idempotency key was used, and its response cannot be sent again.',
  'wrong-state': 'The current state of the resource does not allow this.',
  'rate-limited': 'A limit on requests or tokens is reached. Retry after `retry-after`.',
  'concurrency-exceeded': 'The token has too many concurrent requests.',
  'request-over-limit': 'The request alone exceeds the token limit.',
  'client-gone': 'The client closed the connection.',
  'no-channel': 'No channel can serve the model at the moment. Retry after `retry-after`.',
  overloaded: 'The gateway is overloaded. Retry after `retry-after`.',
  'store-unavailable': 'The database is unavailable, and this request needs it.',
  'shutting-down': 'The gateway is stopping. Retry.',
  'internal-error': 'An error occurred in the gateway. Its log has the request id.',
  'upstream-rejected': 'The provider rejected the request; the message is from the provider.',
  'upstream-too-large': 'The request is larger than the provider accepts.',
  'upstream-auth': 'The provider rejected the key of the channel.',
  'upstream-model-unavailable': 'The provider does not have the model of the channel.',
  'upstream-quota': 'The account of the channel is out of credit.',
  'upstream-overloaded': 'The provider is overloaded.',
  'upstream-error': 'The provider failed.',
  'upstream-bad-response': 'The response of the provider cannot be read.',
  'upstream-interrupted': 'The provider ended its response before it was complete.',
  'upstream-unreachable': 'The provider cannot be reached.',
  'upstream-timeout': 'The provider did not respond in time.',
};

interface DescribedError {
  status: number;
  code: string;
  type: string;
  meaning: string;
  anthropic: { status: number; type: string };
  google: { status: number; code: string };
}

/** All errors of the gateway in each format, sorted by status. */
export function describeErrors(): DescribedError[] {
  const kinds = Object.keys(ERROR_MEANINGS) as ErrorKind[];
  return kinds
    .map((kind) => {
      const { status, openai, anthropic, google } = CONDITIONS[kind];
      return {
        status,
        ...openai,
        meaning: ERROR_MEANINGS[kind],
        anthropic: { status: anthropic.status ?? status, type: anthropic.type },
        google: { status: google.httpStatus ?? status, code: google.status },
      };
    })
    .toSorted((one, other) => one.status - other.status);
}
