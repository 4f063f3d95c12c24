import { CAPABILITIES } from '#config';
import { type FieldSchema, declared, nested } from '../input/field.js';
import { Line, OneOf } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

const OPTIONAL = { optional: true } as const;
/** May be left out, which is the same as null. */
const NONE = { optional: true, nullable: true } as const;
const MANY = { min: 1, max: 100 };

export const STRATEGIES = ['priority', 'latency', 'cost'] as const;

const USD: FieldSchema = { type: 'number', minimum: 0 };
const WHOLE: FieldSchema = { type: 'integer', minimum: 1 };
const USD_BY_SIZE: FieldSchema = {
  type: 'object',
  description: 'An amount in USD, or a map of such by size, with a default.',
  example: { default: 0.04, '1024x1024': 0.02 },
};

const FACTORS: FieldSchema = { type: 'object', example: { us: 1.1 } };

class TierRates {
  @declared(USD, OPTIONAL)
  input_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  cached_input_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  cache_write_per_m_tok?: number;

  @declared(USD, { ...OPTIONAL, description: 'What the cache keeps for an hour.' })
  cache_write_1h_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  output_per_m_tok?: number;

  @declared(USD, { ...OPTIONAL, description: 'Reasoning, where it costs something else than other output.' })
  reasoning_per_m_tok?: number;
}

class PriceTier extends TierRates {
  @declared(WHOLE, { description: 'The rates of requests with more input than that.' })
  above_input_tokens: number;
}

class TokenRates extends TierRates {
  @declared(USD, OPTIONAL)
  audio_input_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  audio_output_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  image_input_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  image_output_per_m_tok?: number;

  @nested(() => PriceTier, { ...OPTIONAL, list: MANY })
  tiers?: PriceTier[];
}

/** What a model costs, in dollars: the keys of the config file. */
export class PriceRates extends TokenRates {
  @nested(() => TokenRates, { ...OPTIONAL, description: 'What tokens cost without hurry.' })
  batch?: TokenRates;

  @nested(() => TokenRates, {
    ...OPTIONAL,
    description: 'Those of the service tier "flex"; else those of a batch.',
  })
  flex?: TokenRates;

  @nested(() => TokenRates, { ...OPTIONAL, description: 'Those of the service tier "priority".' })
  priority?: TokenRates;

  @nested(() => TokenRates, {
    ...OPTIONAL,
    description: 'Those of the service tier "fast", which fast mode is as well; else those of "priority".',
  })
  fast?: TokenRates;

  @declared(FACTORS, {
    ...OPTIONAL,
    description:
      'How many times the usual price of tokens is paid where the upstream says that it ran there.',
  })
  geo_factors?: unknown;

  @declared(USD_BY_SIZE, OPTIONAL)
  per_image?: unknown;

  @declared(USD_BY_SIZE, OPTIONAL)
  per_second_video?: unknown;

  @declared(USD, { ...OPTIONAL, description: 'A million characters.' })
  per_m_char?: number;

  @declared(USD, OPTIONAL)
  per_minute_audio?: number;

  @declared(USD, OPTIONAL)
  per_request?: number;

  @declared(USD, OPTIONAL)
  per_search?: number;

  @declared(USD, { ...OPTIONAL, description: 'A search of the web that the model makes by itself.' })
  per_web_search?: number;

  @declared(USD, {
    ...OPTIONAL,
    description: 'A request in which the model searched the web, however often.',
  })
  per_searched_request?: number;

  @declared(USD, { ...OPTIONAL, description: 'A container that the model runs code in.' })
  per_code_session?: number;
}

/** Who listens and speaks for a model that can only write. */
export class RealtimeSettings {
  @declared({ type: 'string' }, NONE)
  transcribe_model?: string | null;

  @declared({ type: 'string' }, NONE)
  speech_model?: string | null;

  @declared({ type: 'string' }, NONE)
  voice?: string | null;
}

/** How long a model is waited for. */
export class ModelTimeouts {
  @declared(WHOLE, { ...NONE, description: 'Until the first event of a stream.' })
  first_byte_ms?: number | null;

  @declared(WHOLE, { ...NONE, description: 'The longest silence in a stream.' })
  idle_ms?: number | null;

  @declared(WHOLE, { ...NONE, description: 'For an answer that is not streamed.' })
  whole_ms?: number | null;
}

/** All that is said about a model, by the rules of the config file. */
export class ModelSettingsInput {
  @declared(
    { type: 'array', items: { type: 'string', enum: [...CAPABILITIES] } },
    { ...NONE, description: 'What it may be called for; all that its channels can where there is no list.' },
  )
  capabilities?: string[] | null;

  @nested(() => PriceRates, { ...NONE, description: 'Counts before every price that is known otherwise.' })
  price?: PriceRates | null;

  @declared(
    { type: 'array', items: { type: 'string' } },
    { ...NONE, description: 'Other models to try where every channel of this one fails.' },
  )
  fallbacks?: string[] | null;

  @declared({ type: 'string', enum: [...STRATEGIES] }, NONE)
  strategy?: string | null;

  @declared(WHOLE, { ...NONE, description: 'When a second channel is raced for the first token.' })
  hedge_ms?: number | null;

  @nested(() => ModelTimeouts, {
    ...NONE,
    description: 'How long it is waited for, each in the place of what its channels say.',
  })
  timeouts?: ModelTimeouts | null;

  @declared(WHOLE, { ...NONE, description: 'How long a video may take.' })
  deadline_minutes?: number | null;

  @nested(() => RealtimeSettings, {
    ...NONE,
    description: 'Has realtime sessions with it held by the gateway; what differs from the general settings.',
  })
  realtime?: RealtimeSettings | null;
}

export class ModelListQuery extends ListQuery {
  @OneOf(['id', '-id'], { optional: true })
  sort: string = 'id';

  @OneOf(CAPABILITIES, { optional: true, description: 'Only models that can be called for this.' })
  capability?: string;

  @Line({ optional: true, description: 'Only models of the channel with this name.' })
  channel?: string;

  @Line({ optional: true, description: 'Only models whose id contains this.' })
  search?: string;
}
