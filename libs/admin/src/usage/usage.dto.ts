import { USAGE_GROUPS, type UsageGroup } from '#metering';
import { nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Usd, Uuid, checkedText } from '../input/fields.js';
import { Count } from '../input/measures.js';
import { CountsView } from '../requests/request.dto.js';

export const INTERVALS = ['minute', 'hour', 'day', 'total'] as const;
export type Interval = (typeof INTERVALS)[number];

const MAX_SUMS_SHOWN = { min: 0, max: 10_000 };

export class UsageQuery {
  @OneOf(INTERVALS, {
    optional: true,
    description: 'What is added up to one sum, in UTC; `total` is all of the period.',
  })
  interval: Interval = 'day';

  @checkedText(
    `a list of ${USAGE_GROUPS.join(', ')}, separated by commas, each once`,
    (text) => groupsIn(text) !== undefined,
    {
      optional: true,
      description:
        'A sum for each of these, not only for each interval. By `session` only of at most 31 days.',
      example: 'model,token',
    },
  )
  group_by?: string;

  @Moment({
    optional: true,
    description: 'From this hour or minute on; an hour, a day or 30 days ago if it is left out.',
  })
  from?: string;

  @Moment({ optional: true, description: 'Up to the end of this hour or minute; now if it is left out.' })
  to?: string;

  @Line({ optional: true })
  model?: string;

  @Uuid({ optional: true, description: 'Only what was used with the token of this id.' })
  token?: string;

  @Line({ optional: true })
  owner?: string;

  @Line({ optional: true, description: 'Only what a session of an agent used; of at most 31 days.' })
  session?: string;

  @Line({ optional: true, description: 'The name of a channel.' })
  channel?: string;

  @Line({ optional: true, example: 'chat' })
  operation?: string;

  @Flag({
    optional: true,
    description:
      'Whether percentiles of latencies are given, too. Of very many requests they are those of a sample; of requests that are no longer kept there are none.',
  })
  latency: boolean = false;
}

/** Undefined where the text is no such list. */
export function groupsIn(text: string): UsageGroup[] | undefined {
  const names = text.split(',');
  const groups = USAGE_GROUPS.filter((group) => names.includes(group));
  return groups.length === names.length ? groups : undefined;
}

export class UsageSumView {
  @Moment({ description: 'When the minute, the hour, the day or the period begins.' })
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
      'With `group_by=owner`, where the owner is a token that has none: what that is called; null where it is gone.',
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
    description: 'With `group_by=session`; null is what belongs to none.',
  })
  session_id?: string | null;

  @Count()
  requests: number;

  @Count({ description: 'Requests that did not end well.' })
  errors: number;

  @Count()
  cache_hits: number;

  @Count({ description: 'Requests whose upstream never said what it used.' })
  estimated_requests: number;

  @nested(() => CountsView)
  usage: CountsView;

  @Usd({ description: 'Of all requests whose price is known.' })
  cost_usd: number;

  @Count({ description: 'Requests that are not in the cost, because nobody knows their price.' })
  requests_of_unknown_cost: number;

  @Count({ nullable: true })
  average_duration_ms: number | null;

  @Count({ nullable: true })
  average_first_byte_ms: number | null;

  @Count({ nullable: true, description: 'Half took no longer. Null unless `latency` is asked for.' })
  duration_p50_ms: number | null;

  @Count({ nullable: true, description: '95 of 100 took no longer. Null unless `latency` is asked for.' })
  duration_p95_ms: number | null;

  @Count({
    nullable: true,
    description: 'Half were answered so far by then. Null unless `latency` is asked for.',
  })
  first_byte_p50_ms: number | null;
}

export class UsageReportView {
  @OneOf(INTERVALS)
  interval: Interval;

  @OneOf(USAGE_GROUPS, { list: { min: 0, max: USAGE_GROUPS.length } })
  group_by: UsageGroup[];

  @Moment()
  from: string;

  @Moment()
  to: string;

  @nested(() => UsageSumView, { list: MAX_SUMS_SHOWN })
  data: UsageSumView[];
}
