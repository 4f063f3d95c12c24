import { Flag, Line, Moment, OneOf, Uuid, Whole, checkedText } from '../input/fields.js';
import { Cursor, PageSize, USUAL_PAGE } from '../input/list-query.dto.js';
import { REQUEST_SORTS } from './request-order.js';

const MAX_MS = { min: 0, max: 2 ** 31 - 1 };
/** Fewer would find most of what there is. */
const ID_BEGINNING = /^[\w-]{6,200}$/;

export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Which requests, and in which order. */
export class RequestFilterQuery {
  @Moment({ optional: true, description: 'From this moment on.' })
  from?: string;

  @Moment({ optional: true, description: 'Up to this moment, and not the moment itself.' })
  to?: string;

  @OneOf(REQUEST_SORTS, {
    optional: true,
    description: 'By anything but time only within a period of at most 31 days.',
  })
  sort: (typeof REQUEST_SORTS)[number] = '-started_at';

  @checkedText('the first 6 or more characters of a request id', (text) => ID_BEGINNING.test(text), {
    optional: true,
    description: 'Only requests whose id begins like this.',
    example: 'req_4f0c',
  })
  id?: string;

  @Line({ optional: true, description: 'As the client named it.' })
  model?: string;

  @Uuid({ optional: true, description: 'Only requests with the token of this id.' })
  token?: string;

  @Line({ optional: true })
  owner?: string;

  @Line({ optional: true, description: 'Only requests of this session of an agent.' })
  session?: string;

  @Line({ optional: true, description: 'The name of the channel that answered, or was tried last.' })
  channel?: string;

  @Line({ optional: true, description: '`ok`, a kind of error, or `error` for all of those.' })
  outcome?: string;

  @OneOf(STATUS_CLASSES, {
    optional: true,
    description: 'By what clients are answered: well, with a fault of their own, or with any other.',
  })
  status_class?: StatusClass;

  @Line({ optional: true, example: 'chat' })
  operation?: string;

  @Line({ optional: true, description: 'The wire format of the client.', example: 'openai-chat' })
  format?: string;

  @Whole(MAX_MS, { optional: true, description: 'Only requests that took at least so long.' })
  min_duration_ms?: number;

  @OneOf(['known', 'unknown'], { optional: true })
  cost?: 'known' | 'unknown';

  @Flag({ optional: true, description: 'Whether the answer was one that had been kept.' })
  cache_hit?: boolean;

  @Flag({ optional: true, description: 'Whether moderation found something.' })
  flagged?: boolean;
}

export class RequestListQuery extends RequestFilterQuery {
  @PageSize()
  limit: number = USUAL_PAGE;

  @Cursor()
  cursor?: string;
}
