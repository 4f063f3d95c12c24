const text = { type: 'string' } as const;

/** Request headers of the model API, in every format. */
export const REQUEST_HEADERS = {
  'idempotency-key': header('Idempotency-Key', 'A key of your choice. Requests with the same key run once.'),
  'x-modelgate-strict': header(
    'x-modelgate-strict',
    '`true`: reject parameters that the model does not support, instead of removing them with a warning.',
  ),
  'x-modelgate-cache-ttl': header(
    'x-modelgate-cache-ttl',
    'How long the response can be reused for identical requests, in seconds.',
  ),
  'x-session-id': header('x-session-id', 'Requests with the same id are shown together in the console.'),
} as const;

/** Response headers of the model API. */
export const RESPONSE_HEADERS = {
  'x-request-id': answer('The id of the request, which you can search for in the console.'),
  'x-modelgate-channel': answer('The channel that served the request.'),
  'x-modelgate-model': answer('The upstream model.'),
  'x-modelgate-attempts': answer('The number of attempts.'),
  'x-modelgate-warnings': answer('The parameters that were removed or changed.'),
  'x-modelgate-cost-usd': answer(
    'The cost. Streams do not have it, because their headers are sent before the cost is known.',
  ),
  'x-modelgate-cache': answer('`hit` or `miss`, if the request used the cache.'),
  'x-modelgate-flagged': answer('The categories that moderation flagged without blocking.'),
  'idempotent-replayed': answer('`true` if this is the response of an earlier request with the same key.'),
} as const;

/** The limits of the token. Without limits there are no headers. */
export const LIMIT_HEADERS = {
  'x-ratelimit-limit-requests': answer('The request limit.'),
  'x-ratelimit-remaining-requests': answer('The remaining requests.'),
  'x-ratelimit-reset-requests': answer(
    'When the whole limit is available again, as a duration such as `6m0s`.',
  ),
  'x-ratelimit-limit-tokens': answer('The token limit.'),
  'x-ratelimit-remaining-tokens': answer('The remaining tokens.'),
  'x-ratelimit-reset-tokens': answer(
    'When the whole limit is available again, as a duration such as `6m0s`.',
  ),
} as const;

/** The same for Anthropic clients. */
export const ANTHROPIC_LIMIT_HEADERS = {
  'anthropic-ratelimit-requests-limit': answer('The request limit.'),
  'anthropic-ratelimit-requests-remaining': answer('The remaining requests.'),
  'anthropic-ratelimit-requests-reset': answer(
    'When the whole limit is available again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
  'anthropic-ratelimit-tokens-limit': answer('The token limit.'),
  'anthropic-ratelimit-tokens-remaining': answer('The remaining tokens.'),
  'anthropic-ratelimit-tokens-reset': answer(
    'When the whole limit is available again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
} as const;

/** Headers of errors that a client can retry. */
export const REFUSAL_HEADERS = {
  'retry-after': answer('How many seconds to wait before a retry.'),
  'x-should-retry': answer('`false` if a retry will not help.'),
} as const;

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: text };
}

function answer(description: string) {
  return { description, schema: text };
}
