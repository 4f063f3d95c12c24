import { type GatewaySetting } from './gateway-setting-kinds.js';
import { type CamelCase, type SnakeCase } from './snake-case.js';
import { type LIMIT_SETTINGS } from './token-settings.js';

export const MAX_RETENTION_DAYS = 36_500;
export const MAX_MEMBER_TOKENS = 10_000;

const MAX_PER_PERIOD = 1_000_000_000;

/** The data that a shorter retention period or a lower quota deletes: its name in the admin API, and its nouns. */
export const DELETED_DATA = {
  requests: ['request in the log', 'requests in the log'],
  refused_requests: ['refused request in the log', 'refused requests in the log'],
  files: ['generated file', 'generated files'],
  tasks: ['video task', 'video tasks'],
  stored_responses: ['stored response', 'stored responses'],
  idempotent_responses: ['idempotent response', 'idempotent responses'],
  cached_responses: ['cached response', 'cached responses'],
  /** No file is deleted, but new files of these owners are refused. */
  files_above_quota: ['generated file', 'generated files'],
} as const satisfies Readonly<Record<string, readonly [one: string, many: string]>>;

export type DeletedData = keyof typeof DELETED_DATA;

const DAYS = { kind: 'days', min: 1, max: MAX_RETENTION_DAYS, group: 'retention' } as const;
const QUOTA = { kind: 'quota', min: 1, max: 100_000_000, group: 'storage' } as const;
const LIMIT = { kind: 'count', min: 1, defaultValue: null, whenEmpty: 'No limit' } as const;
const MEMBER_LIMIT = { ...LIMIT, max: MAX_PER_PERIOD, group: 'members' } as const;

/** The limits that owners and members have, too. */
type MemberLimitKey = `members.${SnakeCase<keyof typeof LIMIT_SETTINGS>}`;

/**
 * Every setting that admins can change while the gateway runs, by its key. The stored values, the types, the keys of the
 * config file and their rules, the admin API and its reference, `config export` and the settings page of the console follow
 * from this table. In the config file, `policies.max_choices` is `maxChoices` in the section `policies`.
 */
export const GATEWAY_SETTINGS = {
  'sandbox.enabled': {
    kind: 'flag',
    defaultValue: true,
    group: 'sandbox',
    label: 'Sandbox models',
    description:
      'They are listed last, marked as built-in, and are never a fallback for another model. When off, requests for them are refused.',
    hasOwnFileForm: true,
  },
  'usage.retention_days': {
    ...DAYS,
    defaultValue: 90,
    label: 'Requests',
    description: 'Requests in the log. Usage and spend are kept permanently as hourly totals.',
  },
  'responses.store': {
    kind: 'flag',
    defaultValue: true,
    group: 'retention',
    label: 'Store responses',
    description: 'Lets applications fetch a response, or continue from it, by its ID.',
  },
  'responses.retention_days': {
    ...DAYS,
    defaultValue: 30,
    label: 'Stored responses',
    description: 'Applies to responses that are stored from now on.',
  },
  'media.retention_days': {
    ...DAYS,
    defaultValue: 30,
    label: 'Generated files',
    description: 'Generated videos and images that are kept for download.',
  },
  'quotas.stored_responses': {
    ...QUOTA,
    defaultValue: 100_000,
    label: 'Stored responses',
    description: 'Maximum number.',
  },
  'quotas.stored_responses_mb': {
    ...QUOTA,
    defaultValue: 2048,
    label: 'Stored responses, in MB',
    description: 'Maximum total size.',
  },
  'quotas.idempotency_answers': {
    ...QUOTA,
    defaultValue: 100_000,
    label: 'Idempotent responses',
    description:
      'Responses that are kept for idempotency keys. If a response is deleted early, its key still prevents the request from running again.',
  },
  'quotas.idempotency_answers_mb': {
    ...QUOTA,
    defaultValue: 1024,
    label: 'Idempotent responses, in MB',
    description: 'Maximum total size.',
  },
  'quotas.cached_answers': {
    ...QUOTA,
    defaultValue: 10_000,
    label: 'Cached responses',
    description: 'Maximum number.',
  },
  'quotas.cached_answers_mb': {
    ...QUOTA,
    defaultValue: 1024,
    label: 'Cached responses, in MB',
    description: 'Maximum total size.',
  },
  'quotas.media_files': {
    ...QUOTA,
    defaultValue: 10_000,
    label: 'Generated files',
    description: 'Videos and images, including input images of videos.',
  },
  'quotas.media_mb': {
    ...QUOTA,
    defaultValue: 20_480,
    label: 'Generated files, in MB',
    description: 'Maximum total size.',
  },
  'budgets.global': {
    kind: 'budget',
    defaultValue: null,
    group: 'budget',
    label: 'Budget of the gateway',
    description: 'When it is used up, requests are refused until it resets or you raise it.',
    whenEmpty: 'No budget',
    hasOwnFileForm: true,
  },
  'budgets.allow_unpriced_models': {
    kind: 'flag',
    defaultValue: false,
    group: 'budget',
    label: 'Allow models without a price',
    description:
      'Lets tokens with a budget use models without a known price. Budgets do not limit the cost of such models.',
  },
  'members.max_tokens': {
    kind: 'count',
    min: 0,
    max: MAX_MEMBER_TOKENS,
    defaultValue: 20,
    group: 'members',
    label: 'Tokens',
    description: 'Maximum number of active tokens.',
  },
  'members.rpm': {
    ...MEMBER_LIMIT,
    label: 'Requests per minute',
    description: 'Shared by all tokens of a member.',
  },
  'members.tpm': {
    ...MEMBER_LIMIT,
    label: 'Tokens per minute',
    description: 'Input and output tokens, shared by all tokens of a member.',
  },
  'members.concurrency': {
    ...MEMBER_LIMIT,
    label: 'Concurrent requests',
    description: 'Shared by all tokens of a member.',
  },
  'members.requests_per_day': {
    ...MEMBER_LIMIT,
    label: 'Requests per day',
    description: 'Since midnight UTC, shared by all tokens of a member.',
  },
  'members.budget': {
    kind: 'budget',
    defaultValue: null,
    group: 'members',
    label: 'Budget of a member',
    description: 'When it is used up, requests of that member are refused.',
    whenEmpty: 'No budget',
  },
  'members.models': {
    kind: 'models',
    defaultValue: null,
    group: 'members',
    label: 'Models for members',
    description:
      'The models that members may use. Tokens can restrict them further. End a name with * to match a prefix, such as gpt-*.',
    whenEmpty: 'All models',
  },
  'policies.max_output_tokens': {
    ...LIMIT,
    max: 1_000_000_000,
    group: 'requests',
    label: 'Output tokens',
    description: 'Maximum number of output tokens per response.',
  },
  'policies.max_choices': {
    ...LIMIT,
    max: 1000,
    group: 'requests',
    label: 'Choices',
    description: 'Maximum number of choices per request (n).',
  },
  'policies.max_image_size': {
    kind: 'size',
    defaultValue: null,
    group: 'requests',
    label: 'Image size',
    description: 'The largest image, as width × height in pixels.',
    whenEmpty: 'No limit',
  },
  'policies.max_video_size': {
    kind: 'size',
    defaultValue: null,
    group: 'requests',
    label: 'Video size',
    description: 'The largest video, as width × height in pixels.',
    whenEmpty: 'No limit',
  },
  'policies.max_video_seconds': {
    ...LIMIT,
    max: 3600,
    group: 'requests',
    label: 'Video length',
    description: 'The longest video, in seconds.',
  },
  'policies.redact': {
    kind: 'redaction',
    defaultValue: null,
    group: 'content',
    label: 'Redaction',
    description: 'Matches are replaced by a placeholder before a request is sent to a provider.',
  },
  'policies.moderation': {
    kind: 'moderation',
    defaultValue: null,
    group: 'content',
    label: 'Moderation',
    description: 'A model that checks every request before it is sent to a provider.',
    whenEmpty: 'No moderation',
  },
} as const satisfies Readonly<Record<`${string}.${string}`, GatewaySetting>> &
  Readonly<Record<MemberLimitKey, GatewaySetting>>;

export type GatewaySettingKey = keyof typeof GATEWAY_SETTINGS;

/** The section of the setting `usage.retention_days` is `usage`. */
export type SettingSection = SectionOf<GatewaySettingKey>;

type SectionOf<Key extends string> = Key extends `${infer Section}.${string}` ? Section : never;

/** The settings that the config file has in another form than `<section>.<name>`. */
export type OwnFormKey = {
  [Key in GatewaySettingKey]: (typeof GATEWAY_SETTINGS)[Key] extends { hasOwnFileForm: true } ? Key : never;
}[GatewaySettingKey];

/** The number of days of every setting of the kind `days`. */
export type RetentionPeriods = {
  readonly [
    Key in GatewaySettingKey as (typeof GATEWAY_SETTINGS)[Key]['kind'] extends 'days' ? Key : never
  ]: number;
};

/** The settings of a section, by their names in the config file, besides those with another form there. */
export type SectionSettings<Section extends SettingSection> = {
  [
    Key in Exclude<GatewaySettingKey, OwnFormKey> as Key extends `${Section}.${infer Name}`
      ? CamelCase<Name>
      : never
  ]: (typeof GATEWAY_SETTINGS)[Key];
};
