const text = { type: 'string' } as const;

/** What a request to a model may say about how it is served, whatever its format. */
export const REQUEST_HEADERS = {
  'idempotency-key': header(
    'Idempotency-Key',
    'A key under which the request runs once, however often it is sent.',
  ),
  'x-modelgate-strict': header(
    'x-modelgate-strict',
    '`true`: refuse what the model cannot take, instead of leaving it out with a warning.',
  ),
  'x-modelgate-cache-ttl': header(
    'x-modelgate-cache-ttl',
    'For how many seconds an equal request may be answered from the cache.',
  ),
  'x-session-id': header('x-session-id', 'Requests with the same id are shown together in the console.'),
} as const;

/** What an answer says of itself. */
export const RESPONSE_HEADERS = {
  'x-request-id': answer('The id of the request, by which the console finds it.'),
  'x-modelgate-channel': answer('The channel that answered.'),
  'x-modelgate-model': answer('What that channel calls the model.'),
  'x-modelgate-attempts': answer('How many attempts it took.'),
  'x-modelgate-warnings': answer('What of the request was left out or changed.'),
  'x-modelgate-cost-usd': answer(
    'What it cost. Not in streams, which are not over when their headers go out.',
  ),
  'x-modelgate-cache': answer('`hit` or `miss`, where the cache was asked for.'),
  'x-modelgate-flagged': answer('What moderation found and let pass.'),
  'idempotent-replayed': answer('`true` where the answer is that of an earlier request with the same key.'),
} as const;

/** How the limits of the token stand; none where nothing is limited. */
export const LIMIT_HEADERS = {
  'x-ratelimit-limit-requests': answer('Requests that are allowed.'),
  'x-ratelimit-remaining-requests': answer('Requests that are left.'),
  'x-ratelimit-reset-requests': answer('When all of them are free again, as a duration such as `6m0s`.'),
  'x-ratelimit-limit-tokens': answer('Tokens that are allowed.'),
  'x-ratelimit-remaining-tokens': answer('Tokens that are left.'),
  'x-ratelimit-reset-tokens': answer('When all of them are free again, as a duration such as `6m0s`.'),
} as const;

/** The same for clients of Anthropic. */
export const ANTHROPIC_LIMIT_HEADERS = {
  'anthropic-ratelimit-requests-limit': answer('Requests that are allowed.'),
  'anthropic-ratelimit-requests-remaining': answer('Requests that are left.'),
  'anthropic-ratelimit-requests-reset': answer(
    'When all of them are free again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
  'anthropic-ratelimit-tokens-limit': answer('Tokens that are allowed.'),
  'anthropic-ratelimit-tokens-remaining': answer('Tokens that are left.'),
  'anthropic-ratelimit-tokens-reset': answer(
    'When all of them are free again, as a time such as `2030-01-01T12:00:02Z`.',
  ),
} as const;

/** What a refusal says of when to come back. */
export const REFUSAL_HEADERS = {
  'retry-after': answer('In how many seconds the request would be taken.'),
  'x-should-retry': answer('`false` where trying again soon is of no use.'),
} as const;

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: text };
}

function answer(description: string) {
  return { description, schema: text };
}
