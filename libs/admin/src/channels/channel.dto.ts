import { CHANNEL_SORTS } from '#catalog';
import { CHANNEL_FORMATS } from '#declarations';
import { AUTH_TYPES } from '#credentials';
import { type FieldSchema, declared, nested } from '../input/field.js';
import { Flag, Line, OneOf, PROVIDER_ID, ProviderId } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { TRAFFIC_SORTS } from './traffic-order.js';

/** Optional. Null removes the setting. */
const CLEARABLE = { optional: true, nullable: true } as const;

const TEXT: FieldSchema = { type: 'string' };
const NULLABLE_TEXT = { type: ['string', 'null'] };
/** The path of a file. Only channels of an earlier version can have one without the config file. */
const FILE = {
  type: ['string', 'null'],
  description: 'Null removes it. Only the config file can set it.',
};
const WHOLE: FieldSchema = { type: 'integer' };
const FLAG: FieldSchema = { type: 'boolean' };
const FORMATS: FieldSchema = { type: 'array', items: { type: 'string', enum: [...CHANNEL_FORMATS] } };
const HEADERS: FieldSchema = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
const KEYS: FieldSchema = { type: 'array', items: { type: 'string' }, writeOnly: true };
/** The members of all types. Each type has some of them. */
const AUTH: FieldSchema = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: [...AUTH_TYPES] },
    access_key_id: NULLABLE_TEXT,
    secret_access_key: { ...NULLABLE_TEXT, writeOnly: true },
    session_token: { ...NULLABLE_TEXT, writeOnly: true },
    role_arn: NULLABLE_TEXT,
    credentials_file: FILE,
    credentials: {
      oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }, { type: 'null' }],
      writeOnly: true,
    },
    tenant_id: NULLABLE_TEXT,
    client_id: NULLABLE_TEXT,
    client_secret: { ...NULLABLE_TEXT, writeOnly: true },
    certificate_file: FILE,
    token_url: NULLABLE_TEXT,
  },
};
const MODELS: FieldSchema = {
  type: 'array',
  items: {
    oneOf: [
      { type: 'string' },
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, upstream: { type: 'string' } },
      },
    ],
  },
};

class TimeoutsInput {
  @declared(WHOLE, CLEARABLE)
  connect_ms?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Time to the first event of a stream. Default: 300000.' })
  first_byte_ms?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Maximum time between events of a stream. Default: 300000.' })
  idle_ms?: number | null;

  @declared(WHOLE, {
    ...CLEARABLE,
    description: 'Time for a response that is not streamed. Default: 600000.',
  })
  whole_ms?: number | null;
}

/** The same settings as in the config file, with the same rules. */
class ChannelSettingsInput {
  @declared(TEXT, {
    ...CLEARABLE,
    description: 'The base URL, as used by the SDK of the provider. Default: that of the provider.',
    example: 'https://api.openai.com/v1',
  })
  base_url?: string | null;

  @declared(KEYS, { ...CLEARABLE, description: 'All keys, which are rotated. They are never returned.' })
  api_keys?: string[] | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Channels with a higher priority are tried first.' })
  priority?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Share of requests among channels of the same priority.' })
  weight?: number | null;

  @declared(FLAG, CLEARABLE)
  enabled?: boolean | null;

  @declared(FORMATS, { ...CLEARABLE, description: 'Overrides the formats of the provider.' })
  formats?: string[] | null;

  @declared(HEADERS, {
    ...CLEARABLE,
    description: 'Headers sent with every request. Unlisted headers stay unchanged; null removes one.',
    example: { 'x-team': 'a' },
  })
  headers?: Record<string, string | null> | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have this field.' })
  api_version?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have this field.' })
  region?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have this field.' })
  project?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have this field.' })
  location?: string | null;

  @declared(AUTH, {
    ...CLEARABLE,
    description:
      "An identity instead of keys, for providers that have this field. If the type stays the same, unlisted members stay unchanged and null removes one. Secrets are never returned. Without credentials it is the identity of the gateway's host, which is used only for addresses of its cloud.",
    example: {
      type: 'entra',
      tenant_id: 'contoso.example',
      client_id: '00000000-0000-0000-0000-000000000000',
    },
  })
  auth?: Record<string, unknown> | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Maximum number of concurrent requests.' })
  max_concurrency?: number | null;

  @declared(WHOLE, {
    ...CLEARABLE,
    description: 'Maximum number of connections to its address per process. Default: 10000.',
  })
  max_connections?: number | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description:
      'Whether to add cache breakpoints to requests translated for Anthropic models. Default: true.',
  })
  prompt_caching?: boolean | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description:
      'Whether to remove parameters that a model is known to reject from requests in the native format. Default: false.',
  })
  repair?: boolean | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description: 'Whether to use the cost that the provider reports, if it reports one. Default: false.',
  })
  believe_upstream_cost?: boolean | null;

  @nested(() => TimeoutsInput, CLEARABLE)
  timeouts?: TimeoutsInput | null;
}

const MODELS_OPTIONS = {
  description: 'Public model ids, optionally with their names at the provider.',
  example: ['gpt-5-mini', { id: 'fast', upstream: 'gpt-5-nano' }],
};

export class NewChannelInput extends ChannelSettingsInput {
  @declared(TEXT)
  name: string;

  @declared(TEXT, { description: PROVIDER_ID, example: 'openai' })
  provider: string;

  @declared(MODELS, MODELS_OPTIONS)
  models: unknown;
}

/** The settings of a channel that need not exist. */
export class ChannelCheckInput extends ChannelSettingsInput {
  @declared(TEXT, { optional: true })
  name?: string;

  @declared(TEXT, { description: PROVIDER_ID, example: 'openai' })
  provider: string;

  @declared(MODELS, {
    ...MODELS_OPTIONS,
    optional: true,
    description: 'The models, if known. Otherwise the models of the account are loaded from the provider.',
  })
  models?: unknown;
}

export class ChannelChangesInput extends ChannelSettingsInput {
  @declared(TEXT, { optional: true })
  name?: string;

  @declared(TEXT, { optional: true, description: PROVIDER_ID, example: 'openai' })
  provider?: string;

  @declared(MODELS, { ...MODELS_OPTIONS, optional: true })
  models?: unknown;
}

export class ChannelListQuery extends ListQuery {
  @OneOf([...CHANNEL_SORTS, ...TRAFFIC_SORTS], {
    optional: true,
    description:
      'With `-` in front, descending. `requests`, `error_rate`, `latency` (the average) and `spend` are of the last 24 hours.',
  })
  sort: string = 'name';

  @ProviderId({ optional: true })
  provider?: string;

  @Flag({ optional: true, description: 'Filter by enabled or disabled.' })
  enabled?: boolean;

  @Line({ optional: true, description: 'Filter by model.' })
  model?: string;

  @Line({ optional: true, description: 'Filter by a part of the name.' })
  search?: string;
}

export class ChannelTestInput {
  @Line({
    optional: true,
    description: 'A model of this channel. If omitted, the model with the lowest known price is used.',
  })
  model?: string;
}
