import { Flag, Line, Moment, OneOf, Usd, Uuid, Whole, checkedText } from '../input/fields.js';
import { Cursor, PageSize, DEFAULT_PAGE_SIZE } from '../input/list-query.dto.js';
import { REQUEST_SORTS } from './request-order.js';

const MAX_MS = { min: 0, max: 2 ** 31 - 1 };
/** Fewer characters would match most requests. */
const ID_BEGINNING = /^[\w-]{6,200}$/;

export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** The filters and the order of requests. */
export class RequestFilterQuery {
  @Moment({ optional: true, description: 'Start of the period, inclusive.' })
  from?: string;

  @Moment({ optional: true, description: 'End of the period, exclusive.' })
  to?: string;

  @OneOf(REQUEST_SORTS, {
    optional: true,
    description: 'Orders other than by time require a period of at most 31 days.',
  })
  sort: (typeof REQUEST_SORTS)[number] = '-started_at';

  @checkedText('the first 6 or more characters of a request id', (text) => ID_BEGINNING.test(text), {
    optional: true,
    description: 'Filter by the beginning of the id.',
    example: 'req_4f0c',
  })
  id?: string;

  @Line({ optional: true, description: 'The model name that the client requested.' })
  model?: string;

  @Uuid({ optional: true, description: 'Filter by token id.' })
  token?: string;

  @Line({ optional: true })
  owner?: string;

  @Line({ optional: true, description: 'Filter by agent session.' })
  session?: string;

  @Line({ optional: true, description: 'The name of the channel that responded or was tried last.' })
  channel?: string;

  @Line({
    optional: true,
    description:
      '`ok`, an error kind, `error` for every error of a request that was not refused, or `refused` for every request that the gateway refused itself.',
  })
  outcome?: string;

  @Line({
    optional: true,
    description: 'The error code that clients received.',
    example: 'rate_limit_exceeded',
  })
  error_code?: string;

  @Line({
    optional: true,
    description: 'A part of the user agent; case is ignored.',
    example: 'openai-python',
  })
  client?: string;

  @OneOf(STATUS_CLASSES, {
    optional: true,
    description: 'By the result for the client: success, client error or other error.',
  })
  status_class?: StatusClass;

  @Line({ optional: true, example: 'chat' })
  operation?: string;

  @Line({ optional: true, description: 'The wire format of the client.', example: 'openai-chat' })
  format?: string;

  @Whole(MAX_MS, { optional: true, description: 'Minimum duration.' })
  min_duration_ms?: number;

  @Usd({ optional: true, description: 'Minimum cost in USD.' })
  min_cost_usd?: number;

  @OneOf(['known', 'unknown'], { optional: true })
  cost?: 'known' | 'unknown';

  @Flag({ optional: true, description: 'Whether the response came from the cache.' })
  cache_hit?: boolean;

  @Flag({ optional: true, description: 'Whether moderation flagged it.' })
  flagged?: boolean;

  @Flag({ optional: true, description: 'Whether the gateway estimated its tokens.' })
  estimated?: boolean;
}

/** The filters of counted refusals. */
export class RefusalCountsQuery {
  @Moment({ description: 'Start of the period, rounded down to the hour.' })
  from: string;

  @Moment({ optional: true, description: 'End of the period. Default: now.' })
  to?: string;

  @Uuid({ optional: true, description: 'Filter by token id.' })
  token?: string;

  @Line({ optional: true })
  owner?: string;
}

export class RecordingCountQuery {
  @Uuid({ description: 'The id of the token.' })
  token: string;
}

export class RequestListQuery extends RequestFilterQuery {
  @PageSize()
  limit: number = DEFAULT_PAGE_SIZE;

  @Cursor()
  cursor?: string;
}
