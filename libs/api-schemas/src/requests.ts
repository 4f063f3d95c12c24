import {
  type Schema,
  constant,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
  boolean,
} from './schema.js';

export const REQUESTS: Readonly<Record<string, Schema>> = {
  EndedRequest: object({
    id: text('The `x-request-id`, or the id of a video task.'),
    object: constant('request'),
    created_at: integer('Start time as a Unix timestamp in seconds.'),
    model: nullable(text('The requested model. Null if the request was refused before its body was read.')),
    operation: nullable(
      text('Such as `chat`, `speech` or `video`. Null if the request was refused before its body was read.'),
    ),
    outcome: text('`ok`, or the kind of error.'),
    is_refused: boolean('Whether the gateway refused the request itself, before calling a provider.'),
    error: nullable(
      object({
        code: nullable(text('The error code that the client received.')),
        message: text('What went wrong.'),
        param: nullable(text('The parameter that the request was refused for.')),
      }),
    ),
    duration_ms: integer('The duration in milliseconds.'),
    first_byte_ms: nullable(integer('The time to the first byte of the response, in milliseconds.')),
    cost_usd: nullable(
      number('The cost in US dollars. Null if the model has no price, 0 if the request was refused.'),
    ),
    is_estimated: boolean('Whether the usage is estimated because the provider did not report it.'),
    is_cache_hit: boolean('Whether the response came from the cache.'),
  }),
  EndedRequestList: object({
    object: constant('list'),
    data: list(refer('EndedRequest'), 'The requests, newest first.'),
  }),
};
