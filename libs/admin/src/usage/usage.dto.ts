import { USAGE_GROUPS, type UsageGroup } from '#metering';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Usd, Uuid, checkedText } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { isTimeZone } from './day-starts.js';
import { CountsView } from '../requests/request.dto.js';

export const INTERVALS = ['minute', 'hour', 'day', 'total'] as const;
export type Interval = (typeof INTERVALS)[number];

const MAX_SUMS_SHOWN = { min: 0, max: 10_000 };

export class UsageQuery {
  @OneOf(INTERVALS, {
    optional: true,
    description:
      'The interval of a total. Hours are in UTC, days in `time_zone`; `total` covers the whole period.',
  })
  interval: Interval = 'day';

  @checkedText('a time zone of the IANA database, such as Europe/Berlin', isTimeZone, {
    optional: true,
    description: 'The time zone of the days with `interval=day`; UTC by default.',
    example: 'Europe/Berlin',
  })
  time_zone: string = 'UTC';

  @checkedText(
    `a list of ${USAGE_GROUPS.join(', ')}, separated by commas, each once`,
    (text) => parseGroups(text) !== undefined,
    {
      optional: true,
      description: 'Groups the totals. `session` requires a period of at most 31 days.',
      example: 'model,token',
    },
  )
  group_by?: string;

  @Moment({
    optional: true,
    description:
      'Start of the period. Default: an hour (`interval=minute`), a day (`hour`) or 30 days before `to`.',
  })
  from?: string;

  @Moment({ optional: true, description: 'End of the period, exclusive. Default: now.' })
  to?: string;

  @Line({ optional: true })
  model?: string;

  @Uuid({ optional: true, description: 'Filter by token id.' })
  token?: string;

  @Line({ optional: true })
  owner?: string;

  @Line({ optional: true, description: 'Filter by agent session; at most 31 days.' })
  session?: string;

  @Line({ optional: true, description: 'The name of a channel.' })
  channel?: string;

  @Line({ optional: true, example: 'chat' })
  operation?: string;

  @Flag({
    optional: true,
    description:
      'Whether to include latency percentiles. For very many requests they are computed from a sample; they are not available for deleted requests.',
  })
  latency: boolean = false;
}

export class UsageReportQuery extends UsageQuery {
  @Flag({
    optional: true,
    description: 'Whether to add the totals of the whole period and of the previous period of equal length.',
  })
  totals: boolean = false;
}

/** Undefined if the text is not a valid list of groups. */
export function parseGroups(text: string): UsageGroup[] | undefined {
  const names = text.split(',');
  const groups = USAGE_GROUPS.filter((group) => names.includes(group));
  return groups.length === names.length ? groups : undefined;
}

export class UsageSumView {
  @Moment({
    description:
      'The start of the interval. The first interval can start before the period; only requests within the period are counted.',
  })
  starts_at: string;

  @Uuid({ optional: true, description: 'With `group_by=token`.' })
  token_id?: string;

  @Name({ optional: true, nullable: true, description: 'With `group_by=token`.' })
  token_name?: string | null;

  @Line({ optional: true, description: 'With `group_by=owner`.' })
  owner?: string;

  @Name({
    optional: true,
    nullable: true,
    description:
      'With `group_by=owner`, for a token without an owner: the name of the token; null if it was deleted.',
  })
  owner_token_name?: string | null;

  @Line({ optional: true, description: 'With `group_by=model`.' })
  model?: string;

  @Line({ optional: true, nullable: true, description: 'With `group_by=channel`.' })
  channel?: string | null;

  @Line({ optional: true, description: 'With `group_by=operation`.' })
  operation?: string;

  @Line({
    optional: true,
    nullable: true,
    description: 'With `group_by=session`; null for requests without a session.',
  })
  session_id?: string | null;

  @Count()
  requests: number;

  @Count({ description: 'Failed requests. Requests whose client disconnected do not count.' })
  errors: number;

  @Count()
  cache_hits: number;

  @Count({ description: 'Requests with estimated usage.' })
  estimated_requests: number;

  @nested(() => CountsView)
  usage: CountsView;

  @Usd({ description: 'The cost of all requests with a known price.' })
  cost_usd: number;

  @Count({ description: 'Requests without a known price, which are not part of the cost.' })
  requests_of_unknown_cost: number;

  @Count({ nullable: true })
  average_duration_ms: number | null;

  @Count({ nullable: true })
  average_first_byte_ms: number | null;

  @Count({ nullable: true, description: 'Median duration. Null unless `latency` is requested.' })
  duration_p50_ms: number | null;

  @Count({
    nullable: true,
    description: '95th percentile of the duration. Null unless `latency` is requested.',
  })
  duration_p95_ms: number | null;

  @Count({
    nullable: true,
    description: 'Median time to the first byte. Null unless `latency` is requested.',
  })
  first_byte_p50_ms: number | null;
}

export class UsageReportView {
  @OneOf(INTERVALS)
  interval: Interval;

  @Line({ description: 'The time zone of the days.', example: 'Europe/Berlin' })
  time_zone: string;

  @OneOf(USAGE_GROUPS, { list: { min: 0, max: USAGE_GROUPS.length } })
  group_by: UsageGroup[];

  @Moment()
  from: string;

  @Moment()
  to: string;

  @nested(() => UsageSumView, { list: MAX_SUMS_SHOWN })
  data: UsageSumView[];

  @nested(() => UsageSumView, {
    nullable: true,
    description: 'The whole period. Null without `totals`, or if there were no requests.',
  })
  total: UsageSumView | null;

  @nested(() => UsageSumView, {
    nullable: true,
    description: 'The previous period of equal length. Null without `totals`, or if there were no requests.',
  })
  previous_total: UsageSumView | null;
}
