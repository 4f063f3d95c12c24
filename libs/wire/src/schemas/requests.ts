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
  truth,
} from './schema.js';

export const REQUESTS: Readonly<Record<string, Schema>> = {
  EndedRequest: object({
    id: text('Its `x-request-id`, or the id of a video task.'),
    object: constant('request'),
    created_at: integer('When it began, in seconds since 1970.'),
    model: text('The model that was asked for.'),
    operation: text('Such as `chat`, `speech` or `video`.'),
    outcome: text('`ok`, or the kind of error.'),
    duration_ms: integer('How long it took.'),
    first_byte_ms: nullable(integer('How long it was until the first byte of the answer.')),
    cost_usd: nullable(number('What was charged, in US dollars; null where there is no price.')),
    is_estimated: truth('Whether the service never said what was used.'),
    is_cache_hit: truth('Whether the answer was one that had been kept.'),
  }),
  EndedRequestList: object({
    object: constant('list'),
    data: list(refer('EndedRequest'), 'The newest first.'),
  }),
};
