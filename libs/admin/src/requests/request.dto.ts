import { declared, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, Typed, Usd, Uuid } from '../input/fields.js';
import { Count, Measure } from '../input/measures.js';

const MANY = { min: 0, max: 1000 };
const SENTENCE = { min: 1, max: 1000 };

export class CountsView {
  @Count({ nullable: true })
  input_tokens: number | null;

  @Count({ nullable: true })
  cached_input_tokens: number | null;

  @Count({ nullable: true })
  cache_write_tokens: number | null;

  @Count({ nullable: true, description: 'Those of `cache_write_tokens` that are kept for an hour.' })
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

  @Count({ nullable: true, description: 'Searches of the web that the model made.' })
  web_searches: number | null;

  @Count({ nullable: true, description: 'Containers that the model ran code in.' })
  code_sessions: number | null;
}

export class RequestView {
  @Line({ description: 'What the client got as `x-request-id`; for a video the id of its task.' })
  id: string;

  @Moment()
  started_at: string;

  @Uuid()
  token_id: string;

  @Name({ nullable: true })
  token_name: string | null;

  @Line()
  owner: string;

  @Line({ nullable: true, description: 'The session of an agent, where the client named one.' })
  session_id: string | null;

  @Line()
  model: string;

  @Line()
  operation: string;

  @Line()
  format: string;

  @Line({ nullable: true, description: 'The one that answered, or was tried last.' })
  channel: string | null;

  @Line({ nullable: true })
  channel_id: string | null;

  @Line({ nullable: true })
  upstream_model: string | null;

  @Line({ description: '`ok`, or a kind of error.' })
  outcome: string;

  @Flag()
  streamed: boolean;

  @Flag()
  cache_hit: boolean;

  @Flag({ description: 'Whether the upstream never said what it used.' })
  estimated: boolean;

  @Count()
  duration_ms: number;

  @Count({ nullable: true, description: 'Until the first byte of the answer.' })
  first_byte_ms: number | null;

  @nested(() => CountsView)
  usage: CountsView;

  @Usd({ nullable: true, description: 'Null where nobody knows the price.' })
  cost_usd: number | null;

  @Line({ list: MANY, description: 'What moderation found.' })
  flagged: string[];
}

class RequestAttemptView {
  @Line()
  channel: string;

  @Line({ nullable: true, description: 'Null where there is no channel of this name any more.' })
  channel_id: string | null;

  @Line()
  upstream_model: string;

  @Line({ description: '`ok`, a kind of error, or `called-off` where another one was faster.' })
  outcome: string;

  @Line({ nullable: true, description: 'Why this one, and why then.', example: 'failover' })
  reason: string | null;

  @Count({ nullable: true })
  upstream_status: number | null;

  @Count({ nullable: true, description: 'Since the request began; null where it was not written down.' })
  started_after_ms: number | null;

  @Count({ nullable: true, description: 'Since it began; null where no answer came.' })
  first_byte_ms: number | null;

  @Count()
  duration_ms: number;

  @Typed(SENTENCE, { nullable: true, description: 'What went wrong, in words; null where nothing did.' })
  error: string | null;
}

class CostLineView {
  @Line({
    description: 'What was charged for; `upstream` where its word was taken for the cost.',
    example: 'cached_input',
  })
  dimension: string;

  @Measure()
  amount: number;

  @Usd({ description: 'What so many of it cost as `per` says.' })
  unit_price_usd: number;

  @Count({ example: 1_000_000 })
  per: number;

  @Usd()
  cost_usd: number;
}

export class RequestDetailView extends RequestView {
  @Typed(SENTENCE, { nullable: true, description: 'What went wrong, in words; null where nothing did.' })
  error: string | null;

  @Usd({ nullable: true, description: 'What the upstream itself said that it costs.' })
  upstream_cost_usd: number | null;

  @Usd({
    nullable: true,
    description: 'What it costs by its price, where it was charged what the upstream said.',
  })
  list_cost_usd: number | null;

  @Line({ nullable: true, description: 'The version of the price that it was charged by.' })
  price_version: string | null;

  @Line({
    nullable: true,
    description: 'The service tier that it was charged in, where that is not the usual one.',
  })
  service_tier: string | null;

  @nested(() => CostLineView, {
    list: MANY,
    description: 'What the cost is the sum of; empty where that cannot be told.',
  })
  cost_lines: CostLineView[];

  @declared(
    {
      type: 'object',
      additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    },
    { description: 'What was asked for besides content, by the path of each parameter.' },
  )
  parameters: Record<string, string | number | boolean>;

  @nested(() => RequestAttemptView, { list: MANY })
  attempts: RequestAttemptView[];

  @Moment({
    nullable: true,
    description: 'Until when what it asked and was answered is kept; null where it is not.',
  })
  content_expires_at: string | null;
}

export class RequestCountView {
  @Count({ nullable: true, description: 'At most 10,000. Null where counting takes too long.' })
  count: number | null;

  @Flag({ description: 'Whether there are more than `count` says.' })
  has_more: boolean;
}
