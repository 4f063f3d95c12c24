import { type SettingColumns, type TokenSetting, listPlainSettings } from './setting-kinds.js';

const MAX_PER_PERIOD = 1_000_000_000;
const MAX_CACHE_SECONDS = 31_536_000;

const LIMIT = { kind: 'count', min: 1, max: MAX_PER_PERIOD, rights: 'members-reduce' } as const;

/**
 * The settings that limit usage and spending. Owners and members also have them, for all of their tokens combined.
 */
export const LIMIT_SETTINGS = {
  budget: {
    kind: 'budget',
    rights: 'members-reduce',
    group: 'limits',
    label: 'Budget',
    help: 'budget',
    whenEmpty: 'No budget',
  },
  rpm: { ...LIMIT, group: 'limits', label: 'Requests per minute', help: 'requests per minute' },
  tpm: { ...LIMIT, group: 'limits', label: 'Tokens per minute', help: 'tokens per minute' },
  concurrency: {
    ...LIMIT,
    group: 'advanced',
    label: 'Concurrent requests',
    help: 'maximum number of concurrent requests',
  },
  requestsPerDay: { ...LIMIT, group: 'advanced', label: 'Requests per day', help: 'requests per day' },
} as const satisfies Readonly<Record<string, TokenSetting>>;

/**
 * Every setting of a token, by its key in the config file. This table determines the rules of the config file, the
 * columns, the fields of the admin API and its reference, the rights of members, the options of the command line,
 * `config export`, and the form of the console. The admin API and the database use the same names in snake_case.
 */
export const TOKEN_SETTINGS = {
  owner: {
    kind: 'owner',
    rights: 'own-rule',
    group: 'general',
    label: 'Owner',
    description: 'A user or a team. Tokens of the same owner share video tasks and stored responses.',
    help: 'owner: the email address of a member, or any other name',
    whenEmpty: 'No owner',
  },
  models: {
    kind: 'models',
    rights: 'members-reduce',
    group: 'general',
    label: 'Models',
    description: 'The models that the token may use. End a name with * to match a prefix, such as gpt-*.',
    help: 'allowed models, such as gpt-5-mini or claude-* (default: all)',
    whenEmpty: 'All models',
  },
  ...LIMIT_SETTINGS,
  expiresAt: {
    kind: 'moment',
    rights: 'members-reduce',
    group: 'limits',
    label: 'Expires',
    description: 'Requests are refused after this time. Leave empty for no expiry.',
    help: 'expiry time, such as 2030-01-01T00:00:00Z',
  },
  allowedIps: {
    kind: 'networks',
    rights: 'members-reduce',
    group: 'advanced',
    label: 'Allowed IP addresses',
    description: 'Addresses or networks that requests may come from, such as 10.0.0.0/8.',
    help: 'allowed IP addresses, such as 10.0.0.0/8',
    whenEmpty: 'Any address',
  },
  webhook: {
    kind: 'webhook',
    rights: 'own-rule',
    group: 'advanced',
    label: 'Webhook',
    description:
      'Called when a video task starts, completes or fails, and when 80% and 100% of a budget of this token or its owner are spent.',
    help: 'webhook',
  },
  cacheTtlSeconds: {
    kind: 'count',
    min: 0,
    max: MAX_CACHE_SECONDS,
    unit: 'seconds',
    rights: 'anyone',
    group: 'advanced',
    label: 'Response cache',
    description:
      'How long a response is reused for identical requests, in seconds. Requests can override it with the header x-modelgate-cache-ttl.',
    help: 'how long responses are cached for identical requests',
    whenEmpty: 'Off',
  },
  storeContent: {
    kind: 'retention',
    column: 'contentDays',
    rights: { adminOnly: 'it stores prompts and outputs' },
    group: 'recording',
    label: 'Record prompts and responses',
    description: 'When off, the content of requests is never stored. Only admins can turn it on.',
    help: 'store prompts and outputs, encrypted, for this many days',
  },
} as const satisfies Readonly<Record<string, TokenSetting>>;

export type TokenSettingName = keyof typeof TOKEN_SETTINGS;

/** The columns of a token for its settings. */
export interface TokenSettingColumns extends SettingColumns<typeof TOKEN_SETTINGS> {
  webhookUrl: string | null;
  /** Encrypted. Without one, webhooks are signed with a secret that is derived from the gateway's key. */
  webhookSecret: Buffer | null;
}

/** The columns of a token, an owner or a member for its limits. */
export interface LimitColumns extends SettingColumns<typeof LIMIT_SETTINGS> {}

export const PLAIN_TOKEN_SETTINGS = listPlainSettings(TOKEN_SETTINGS);
