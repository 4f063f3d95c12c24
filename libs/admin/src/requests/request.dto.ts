import { declared, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, Typed, Usd, Uuid } from '../input/fields.js';
import { Count, Measure } from '../input/measures.js';
import { WithFacts } from './fact-fields.js';

const MANY = { min: 0, max: 1000 };
const SENTENCE = { min: 1, max: 1000 };
const REPORT = { min: 1, max: 2000 };

export class CountsView {
  @Count({ nullable: true })
  input_tokens: number | null;

  @Count({ nullable: true })
  cached_input_tokens: number | null;

  @Count({ nullable: true })
  cache_write_tokens: number | null;

  @Count({ nullable: true, description: 'The part of `cache_write_tokens` with a lifetime of one hour.' })
  cache_write_1h_tokens: number | null;

  @Count({ nullable: true })
  output_tokens: number | null;

  @Count({ nullable: true })
  reasoning_tokens: number | null;

  @Count({ nullable: true })
  audio_input_tokens: number | null;

  @Count({ nullable: true })
  audio_output_tokens: number | null;

  @Count({ nullable: true })
  image_input_tokens: number | null;

  @Count({ nullable: true })
  image_output_tokens: number | null;

  @Count({ nullable: true })
  images: number | null;

  @Measure({ nullable: true })
  audio_seconds: number | null;

  @Measure({ nullable: true })
  video_seconds: number | null;

  @Count({ nullable: true })
  characters: number | null;

  @Count({ nullable: true })
  search_units: number | null;

  @Count({ nullable: true, description: 'Web searches of the model.' })
  web_searches: number | null;

  @Count({ nullable: true, description: 'Containers for code execution.' })
  code_sessions: number | null;
}

export class RequestView extends WithFacts() {
  @Line({ description: 'The `x-request-id`; for videos, the id of the task.' })
  id: string;

  @Moment()
  started_at: string;

  @Uuid({ nullable: true, description: 'Null if the request had no valid token.' })
  token_id: string | null;

  @Name({ nullable: true })
  token_name: string | null;

  @Line({ nullable: true })
  owner: string | null;

  @Line({ nullable: true, description: 'Null if the request was refused before its body was read.' })
  model: string | null;

  @Line({ nullable: true })
  operation: string | null;

  @Line({ nullable: true, description: 'The wire format of the client.' })
  format: string | null;

  @Line({ nullable: true, description: 'The channel that responded or was tried last.' })
  channel: string | null;

  @Line({ nullable: true })
  channel_id: string | null;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Line({ description: '`ok`, an error kind, or `client-gone` if the client disconnected.' })
  outcome: string;

  @Flag({ description: 'Whether the gateway refused the request itself, before calling an upstream.' })
  refused: boolean;

  @Line({ nullable: true, description: 'The user agent of the client.' })
  user_agent: string | null;

  @Flag()
  streamed: boolean;

  @Flag()
  cache_hit: boolean;

  @Flag({ description: 'Whether the usage is estimated because the provider did not report it.' })
  estimated: boolean;

  @Count()
  duration_ms: number;

  @nested(() => CountsView)
  usage: CountsView;

  @Usd({ nullable: true, description: 'Null if the price is unknown.' })
  cost_usd: number | null;

  @Line({ list: MANY, description: 'The categories flagged by moderation.' })
  flagged: string[];
}

export class ErrorDetailView {
  @Typed(REPORT, {
    nullable: true,
    description:
      'The error message of the upstream, or why the connection failed. Null if there was none or messages are not stored.',
  })
  message: string | null;

  @Line({ nullable: true, example: 'invalid_request_error' })
  type: string | null;

  @Line({ nullable: true, example: 'context_length_exceeded' })
  code: string | null;

  @Line({ nullable: true, description: 'The request id of the upstream, for its support team.' })
  request_id: string | null;
}

const ERROR_DETAIL = {
  nullable: true,
  description: 'The error that the upstream reported; null if there was none.',
} as const;

class RequestAttemptView {
  @Line()
  channel: string;

  @Line({ nullable: true, description: 'Null if the channel no longer exists.' })
  channel_id: string | null;

  @Line()
  upstream_model: string;

  @Line({ description: '`ok`, an error kind, or `called-off` if another attempt responded first.' })
  outcome: string;

  @Line({ nullable: true, description: 'Why this channel was tried.', example: 'failover' })
  reason: string | null;

  @Count({ nullable: true })
  upstream_status: number | null;

  @Count({ nullable: true, description: 'Time since the start of the request; null if not recorded.' })
  started_after_ms: number | null;

  @Count({ nullable: true, description: 'Time since the start of the attempt; null without a response.' })
  first_byte_ms: number | null;

  @Count()
  duration_ms: number;

  @Typed(SENTENCE, { nullable: true, description: 'A description of the error; null if there was none.' })
  error: string | null;

  @nested(() => ErrorDetailView, ERROR_DETAIL)
  error_detail: ErrorDetailView | null;
}

class CostLineView {
  @Line({
    description: 'The charged item; `upstream` if the cost reported by the provider was used.',
    example: 'cached_input',
  })
  dimension: string;

  @Measure()
  amount: number;

  @Usd({ description: 'The rate for the quantity in `per`.' })
  unit_price_usd: number;

  @Count({ example: 1_000_000 })
  per: number;

  @Usd()
  cost_usd: number;
}

export class RequestDetailView extends RequestView {
  @Line({ nullable: true, description: 'The address of the client.' })
  client_address: string | null;

  @Line({ nullable: true, description: 'The method of a refused request.' })
  method: string | null;

  @Line({ nullable: true, description: 'The path of a refused request, without the query.' })
  path: string | null;

  @Count({
    nullable: true,
    description: 'The HTTP status of a refused request; null for WebSocket messages.',
  })
  status: number | null;

  @Line({ nullable: true, description: 'The invalid parameter of a refused request.' })
  error_param: string | null;

  @Typed(SENTENCE, { nullable: true, description: 'A description of the error; null if there was none.' })
  error: string | null;

  @nested(() => ErrorDetailView, ERROR_DETAIL)
  error_detail: ErrorDetailView | null;

  @Usd({ nullable: true, description: 'The cost reported by the provider.' })
  upstream_cost_usd: number | null;

  @Usd({
    nullable: true,
    description: 'The cost by price, if the cost reported by the provider was charged.',
  })
  list_cost_usd: number | null;

  @Line({ nullable: true, description: 'The version of the price.' })
  price_version: string | null;

  @Line({
    nullable: true,
    description: 'The charged service tier, if not the default.',
  })
  service_tier: string | null;

  @nested(() => CostLineView, {
    list: MANY,
    description: 'The parts of the cost; empty if unknown.',
  })
  cost_lines: CostLineView[];

  @declared(
    {
      type: 'object',
      additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    },
    { description: 'The request parameters without content, by path.' },
  )
  parameters: Record<string, string | number | boolean>;

  @nested(() => RequestAttemptView, { list: MANY })
  attempts: RequestAttemptView[];

  @Moment({
    nullable: true,
    description: 'When the stored content expires; null if none is stored.',
  })
  content_expires_at: string | null;
}

export class RequestCountView {
  @Count({ nullable: true, description: 'At most 10,000. Null if counting takes too long.' })
  count: number | null;

  @Flag({ description: 'Whether there are more than `count`.' })
  has_more: boolean;
}

export class RecordingCountView {
  @Count({ nullable: true, description: 'At most 1,000,000. Null if counting takes too long.' })
  count: number | null;

  @Flag({ description: 'Whether there are more than `count`.' })
  has_more: boolean;
}

export class RefusalCountView {
  @Uuid({ nullable: true, description: 'Null for requests without a valid token.' })
  token_id: string | null;

  @Name({ nullable: true })
  token_name: string | null;

  @Line({ nullable: true })
  owner: string | null;

  @Line({ description: 'The error kind.' })
  outcome: string;

  @Flag({ description: 'False if the gateway or an upstream failed before there was anything to bill.' })
  refused: boolean;

  @Count()
  refusals: number;
}

export class RefusalCountsView {
  @nested(() => RefusalCountView, { list: MANY, description: 'Most frequent first, at most 1,000.' })
  data: RefusalCountView[];
}
