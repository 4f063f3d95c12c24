import { CHANNEL_SORTS } from '#catalog';
import { FORMAT_IDS } from '#config';
import { AUTH_TYPES } from '#credentials';
import { type FieldSchema, declared, nested } from '../input/field.js';
import { Flag, Line, OneOf, PROVIDER_ID, ProviderId } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

/** May be left out, and null takes away what there was. */
const CLEARABLE = { optional: true, nullable: true } as const;

const TEXT: FieldSchema = { type: 'string' };
const NULLABLE_TEXT = { type: ['string', 'null'] };
/** Of channels that were made by an earlier version. */
const FILE = {
  type: ['string', 'null'],
  description: 'Null takes it away. Only the config file can set it.',
};
const WHOLE: FieldSchema = { type: 'integer' };
const FLAG: FieldSchema = { type: 'boolean' };
const FORMATS: FieldSchema = { type: 'array', items: { type: 'string', enum: [...FORMAT_IDS] } };
const HEADERS: FieldSchema = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
const KEYS: FieldSchema = { type: 'array', items: { type: 'string' }, writeOnly: true };
/** Each type has some of these. */
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

  @declared(WHOLE, { ...CLEARABLE, description: 'Until the first event of a stream; 300000 if left out.' })
  first_byte_ms?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'The longest silence in a stream; 300000 if left out.' })
  idle_ms?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'For an answer that is not streamed; 600000 if left out.' })
  whole_ms?: number | null;
}

/** The same settings as in the config file, and by the same rules. */
class ChannelSettingsInput {
  @declared(TEXT, {
    ...CLEARABLE,
    description: 'What the provider’s own SDK takes as its base URL; its usual one where there is none.',
    example: 'https://api.openai.com/v1',
  })
  base_url?: string | null;

  @declared(KEYS, { ...CLEARABLE, description: 'All keys; used in turn. They are never shown again.' })
  api_keys?: string[] | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Higher is tried first.' })
  priority?: number | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'Share among equals.' })
  weight?: number | null;

  @declared(FLAG, CLEARABLE)
  enabled?: boolean | null;

  @declared(FORMATS, { ...CLEARABLE, description: 'In place of what the provider is taken to speak.' })
  formats?: string[] | null;

  @declared(HEADERS, {
    ...CLEARABLE,
    description: 'Sent with every request. Those that are not named stay; null takes one away.',
    example: { 'x-team': 'a' },
  })
  headers?: Record<string, string | null> | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have it among their fields.' })
  api_version?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have it among their fields.' })
  region?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have it among their fields.' })
  project?: string | null;

  @declared(TEXT, { ...CLEARABLE, description: 'For providers that have it among their fields.' })
  location?: string | null;

  @declared(AUTH, {
    ...CLEARABLE,
    description:
      "An identity in place of keys, for providers that have it among their fields. Of the same type, what is not named stays, and null takes a member away; secrets are never shown again. Without credentials it is the identity of the gateway's machine, which is used at the addresses of its cloud only.",
    example: {
      type: 'entra',
      tenant_id: 'contoso.example',
      client_id: '00000000-0000-0000-0000-000000000000',
    },
  })
  auth?: Record<string, unknown> | null;

  @declared(WHOLE, { ...CLEARABLE, description: 'The most requests at a time.' })
  max_concurrency?: number | null;

  @declared(WHOLE, {
    ...CLEARABLE,
    description: 'The most connections to its address that one process uses; 10000 if left out.',
  })
  max_connections?: number | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description:
      'Whether conversations that are translated for an Anthropic model get cache breakpoints; they do if left out.',
  })
  prompt_caching?: boolean | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description:
      'Whether requests in the format of the service are rid of what their models refuse; they go on as they came if left out.',
  })
  repair?: boolean | null;

  @declared(FLAG, {
    ...CLEARABLE,
    description:
      'Whether requests cost what the upstream says that they do, where it says so; not if left out.',
  })
  believe_upstream_cost?: boolean | null;

  @nested(() => TimeoutsInput, CLEARABLE)
  timeouts?: TimeoutsInput | null;
}

const MODELS_OPTIONS = {
  description: 'Public ids, or such together with what the upstream calls them.',
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

/** Of a channel that need not exist. */
export class ChannelCheckInput extends ChannelSettingsInput {
  @declared(TEXT, { optional: true })
  name?: string;

  @declared(TEXT, { description: PROVIDER_ID, example: 'openai' })
  provider: string;

  @declared(MODELS, {
    ...MODELS_OPTIONS,
    optional: true,
    description: 'Where they are known already; otherwise the account is asked which it has.',
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
  @OneOf(CHANNEL_SORTS, { optional: true })
  sort: string = 'name';

  @ProviderId({ optional: true })
  provider?: string;

  @Flag({ optional: true, description: 'Only those that are, or are not, in use.' })
  enabled?: boolean;

  @Line({ optional: true, description: 'Only channels that list this model.' })
  model?: string;

  @Line({ optional: true, description: 'Only channels whose name contains this.' })
  search?: string;
}

export class ChannelTestInput {
  @Line({
    optional: true,
    description: 'A model of this channel; the first that can be asked cheaply where it is left out.',
  })
  model?: string;
}
