const text = { type: 'string' } as const;

/** Request headers of the model API, in every format. */
export const REQUEST_HEADERS = {
  'idempotency-key': requestHeader(
    'Idempotency-Key',
    'A key of your choice. Requests with the same key run once.',
  ),
  'x-modelgate-strict': requestHeader(
    'x-modelgate-strict',
    '`true`: reject parameters that the model does not support, instead of removing them with a warning.',
  ),
  'x-modelgate-cache-ttl': requestHeader(
    'x-modelgate-cache-ttl',
    'How long the response can be reused for identical requests, in seconds.',
  ),
  'x-session-id': requestHeader(
    'x-session-id',
    'Requests with the same id are shown together in the console.',
  ),
} as const;

/** Response headers of the model API. */
export const RESPONSE_HEADERS = {
  'x-request-id': responseHeader('The id of the request, which you can search for in the console.'),
  'x-modelgate-channel': responseHeader('The channel that served the request.'),
  'x-modelgate-model': responseHeader('The upstream model.'),
  'x-modelgate-attempts': responseHeader('The number of attempts.'),
  'x-modelgate-warnings': responseHeader('The parameters that were removed or changed.'),
  'x-modelgate-cost-usd': responseHeader(
    'The cost. Streams do not have it, because their headers are sent before the cost is known.',
  ),
  'x-modelgate-cache': responseHeader('`hit` or `miss`, if the request used the cache.'),
  'x-modelgate-flagged': responseHeader('The categories that moderation flagged without blocking.'),
  'idempotent-replayed': responseHeader(
    '`true` if this is the response of an earlier request with the same key.',
  ),
} as const;

/** The limits of the token. Without limits there are no headers. */
export const LIMIT_HEADERS = {
  'x-ratelimit-limit-requests': responseHeader('The request limit.'),
  'x-ratelimit-remaining-requests': responseHeader('The remaining requests.'),
  'x-ratelimit-reset-requests': responseHeader(
    'When the whole limit is available again, as a duration such as `6m0s`.',
  ),
  'x-ratelimit-limit-tokens': responseHeader('The token limit.'),
  'x-ratelimit-remaining-tokens': responseHeader('The remaining tokens.'),
  'x-ratelimit-reset-tokens': responseHeader(
    'When the whole limit is available again, as a duration such as `6m0s`.',
  ),
} as const;

/** The same for Anthropic clients. */
export const ANTHROPIC_LIMIT_HEADERS = {
  'anthropic-ratelimit-requests-limit': responseHeader('The request limit.'),
  'anthropic-ratelimit-requests-remaining': responseHeader('The remaining requests.'),
  'anthropic-ratelimit-requests-reset': responseHeader(
    'When the whole limit is available again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
  'anthropic-ratelimit-tokens-limit': responseHeader('The token limit.'),
  'anthropic-ratelimit-tokens-remaining': responseHeader('The remaining tokens.'),
  'anthropic-ratelimit-tokens-reset': responseHeader(
    'When the whole limit is available again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
} as const;

/** Headers of errors that a client can retry. */
export const REFUSAL_HEADERS = {
  'retry-after': responseHeader('How many seconds to wait before a retry.'),
  'x-should-retry': responseHeader('`false` if a retry will not help.'),
} as const;

function requestHeader(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: text };
}

function responseHeader(description: string) {
  return { description, schema: text };
}
