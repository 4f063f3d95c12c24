import { CAPABILITIES } from '#config';
import { type FieldSchema, declared, nested } from '../input/field.js';
import { Line, OneOf } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

const OPTIONAL = { optional: true } as const;
/** Optional. A missing value equals null. */
const NONE = { optional: true, nullable: true } as const;
const MANY = { min: 1, max: 100 };

export const STRATEGIES = ['priority', 'latency', 'cost'] as const;

const USD: FieldSchema = { type: 'number', minimum: 0 };
const WHOLE: FieldSchema = { type: 'integer', minimum: 1 };
const USD_BY_SIZE: FieldSchema = {
  type: 'object',
  description: 'An amount in USD, or a map of amounts by size, with a default.',
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

  @declared(USD, { ...OPTIONAL, description: 'Cache writes with a lifetime of one hour.' })
  cache_write_1h_per_m_tok?: number;

  @declared(USD, OPTIONAL)
  output_per_m_tok?: number;

  @declared(USD, { ...OPTIONAL, description: 'Reasoning tokens, if they differ from other output.' })
  reasoning_per_m_tok?: number;
}

class PriceTier extends TierRates {
  @declared(WHOLE, { description: 'The rates of requests with more input tokens.' })
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

/** The price of a model in USD, with the keys of the config file in snake_case. */
export class PriceRates extends TokenRates {
  @nested(() => TokenRates, { ...OPTIONAL, description: 'Token prices of batch requests.' })
  batch?: TokenRates;

  @nested(() => TokenRates, {
    ...OPTIONAL,
    description: 'Token prices of the service tier "flex". Default: those of batch requests.',
  })
  flex?: TokenRates;

  @nested(() => TokenRates, { ...OPTIONAL, description: 'Token prices of the service tier "priority".' })
  priority?: TokenRates;

  @nested(() => TokenRates, {
    ...OPTIONAL,
    description: 'Token prices of the service tier "fast" and of fast mode. Default: those of "priority".',
  })
  fast?: TokenRates;

  @declared(FACTORS, {
    ...OPTIONAL,
    description: 'Price factors by region, applied if the provider reports that region.',
  })
  geo_factors?: unknown;

  @declared(USD_BY_SIZE, OPTIONAL)
  per_image?: unknown;

  @declared(USD_BY_SIZE, OPTIONAL)
  per_second_video?: unknown;

  @declared(USD, { ...OPTIONAL, description: 'Per million characters.' })
  per_m_char?: number;

  @declared(USD, OPTIONAL)
  per_minute_audio?: number;

  @declared(USD, OPTIONAL)
  per_request?: number;

  @declared(USD, OPTIONAL)
  per_search?: number;

  @declared(USD, { ...OPTIONAL, description: 'Per web search of the model.' })
  per_web_search?: number;

  @declared(USD, {
    ...OPTIONAL,
    description: 'Per request with web search, regardless of the number of searches.',
  })
  per_searched_request?: number;

  @declared(USD, { ...OPTIONAL, description: 'Per container for code execution.' })
  per_code_session?: number;
}

/** The models that transcribe and speak for a text model in realtime sessions. */
export class RealtimeSettings {
  @declared({ type: 'string' }, NONE)
  transcribe_model?: string | null;

  @declared({ type: 'string' }, NONE)
  speech_model?: string | null;

  @declared({ type: 'string' }, NONE)
  voice?: string | null;
}

/** The timeouts of a model. */
export class ModelTimeouts {
  @declared(WHOLE, { ...NONE, description: 'Time to the first event of a stream.' })
  first_byte_ms?: number | null;

  @declared(WHOLE, { ...NONE, description: 'Maximum time between events of a stream.' })
  idle_ms?: number | null;

  @declared(WHOLE, { ...NONE, description: 'Time for a response that is not streamed.' })
  whole_ms?: number | null;
}

/** The settings of a model, with the rules of the config file. */
export class ModelSettingsInput {
  @declared(
    { type: 'array', items: { type: 'string', enum: [...CAPABILITIES] } },
    { ...NONE, description: 'The allowed capabilities. Default: all that its channels support.' },
  )
  capabilities?: string[] | null;

  @nested(() => PriceRates, { ...NONE, description: 'Overrides prices from other sources.' })
  price?: PriceRates | null;

  @declared(
    { type: 'array', items: { type: 'string' } },
    { ...NONE, description: 'Models to try if every channel of this one fails.' },
  )
  fallbacks?: string[] | null;

  @declared({ type: 'string', enum: [...STRATEGIES] }, NONE)
  strategy?: string | null;

  @declared(WHOLE, {
    ...NONE,
    description: 'If no token has arrived after this time, the request is also sent to a second channel.',
  })
  hedge_ms?: number | null;

  @nested(() => ModelTimeouts, {
    ...NONE,
    description: 'Timeouts that override those of its channels.',
  })
  timeouts?: ModelTimeouts | null;

  @declared(WHOLE, { ...NONE, description: 'The deadline of a video task.' })
  deadline_minutes?: number | null;

  @nested(() => RealtimeSettings, {
    ...NONE,
    description: 'Settings for bridged realtime sessions that differ from the general ones.',
  })
  realtime?: RealtimeSettings | null;
}

export class ModelListQuery extends ListQuery {
  @OneOf(['id', '-id'], { optional: true })
  sort: string = 'id';

  @OneOf(CAPABILITIES, { optional: true, description: 'Filter by capability.' })
  capability?: string;

  @Line({ optional: true, description: 'Filter by the name of a channel.' })
  channel?: string;

  @Line({ optional: true, description: 'Filter by a part of the id.' })
  search?: string;
}
