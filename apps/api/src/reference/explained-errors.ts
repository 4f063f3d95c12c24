import { type ErrorKind } from '#canonical';
import { CONDITIONS } from '#wire';

/** What has happened, and what to do about it. */
const MEANINGS: Readonly<Record<ErrorKind, string>> = {
  'missing-credential': 'The request has no token.',
  'unknown-token': 'Nobody knows the token: it is mistyped, deleted, or of another gateway.',
  'expired-token': 'The token has expired.',
  'disabled-token': 'The token is switched off.',
  'address-not-allowed': 'The token may not be used from this address.',
  forbidden: 'You may not do this.',
  'invalid-credentials': 'E-mail or password is wrong.',
  'model-not-found': 'There is no such model here. `GET /v1/models` lists those that there are.',
  'model-not-allowed': 'The token may not use this model.',
  'missing-parameter': 'A field is missing; `param` names it.',
  'invalid-type': 'A field has the wrong type; `param` names it.',
  'invalid-value': 'A field has a value that is not allowed; `param` names it.',
  'invalid-json': 'The body is not JSON.',
  'invalid-request': 'The request is malformed.',
  'resource-not-found': 'What the address names is not there, or not yours.',
  'unsupported-parameter': 'The model that was chosen cannot do what a field asks for; `param` names it.',
  'unsupported-capability': 'The model cannot be asked for this, such as a chat model for an image.',
  'body-too-large': 'The body is larger than this gateway takes.',
  'headers-too-large': 'The headers are larger than this gateway takes.',
  'unsupported-media-type': 'The body is of a kind that is not taken here.',
  'request-timeout': 'The request took too long to arrive.',
  'method-not-allowed': 'The address is right and the method is not.',
  'unknown-path': 'There is no such address.',
  'host-not-served': 'This gateway does not answer under that host name.',
  'budget-exhausted': 'A budget of the token or its owner is used up.',
  'spend-limit-reached': 'A limit on spending is reached.',
  'storage-quota-reached': 'The owner has stored as much as is allowed.',
  'content-policy': 'The content is not allowed here.',
  'key-reused': 'The idempotency key was used for another body.',
  'key-in-flight': 'A request with this idempotency key is still running. Ask again after `retry-after`.',
  'not-replayable': 'The idempotency key was used, and its answer cannot be sent again.',
  'wrong-state': 'What is asked for cannot be done in its present state.',
  'rate-limited': 'A limit on requests or tokens is reached. Ask again after `retry-after`.',
  'concurrency-exceeded': 'Too many requests of the token are running at once.',
  'request-over-limit': 'The request alone is more than the limit on tokens.',
  'client-gone': 'The client closed the connection.',
  'no-channel': 'No channel can serve the model now. Ask again after `retry-after`.',
  overloaded: 'The gateway has more to do than it can. Ask again after `retry-after`.',
  'store-unavailable': 'The database is away, and this needs it.',
  'shutting-down': 'The gateway is about to stop. Ask again.',
  'internal-error': 'Something went wrong in the gateway. Its log has the request id.',
  'upstream-rejected': 'The model service refused the request; the message is its own.',
  'upstream-too-large': 'The request is larger than the model service takes.',
  'upstream-auth': 'The model service refused the key of the channel.',
  'upstream-model-unavailable': 'The model service does not serve the model that the channel names.',
  'upstream-quota': 'The account of the channel is used up.',
  'upstream-overloaded': 'The model service is overloaded.',
  'upstream-error': 'The model service failed.',
  'upstream-bad-response': 'The model service answered with something that cannot be read.',
  'upstream-unreachable': 'The model service cannot be reached.',
  'upstream-timeout': 'The model service took too long.',
};

interface ExplainedError {
  status: number;
  code: string;
  type: string;
  meaning: string;
  anthropic: { status: number; type: string };
  google: { status: number; code: string };
}

/** Every error of the gateway as each kind of client gets it, by status. */
export function explainErrors(): ExplainedError[] {
  const kinds = Object.keys(MEANINGS) as ErrorKind[];
  return kinds
    .map((kind) => {
      const { status, openai, anthropic, google } = CONDITIONS[kind];
      return {
        status,
        ...openai,
        meaning: MEANINGS[kind],
        anthropic: { status: anthropic.status ?? status, type: anthropic.type },
        google: { status: google.httpStatus ?? status, code: google.status },
      };
    })
    .toSorted((one, other) => one.status - other.status);
}
