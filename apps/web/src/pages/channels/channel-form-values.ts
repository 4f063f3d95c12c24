import { type Schema } from '../../api/client.js';
import { type Pair } from '../../kit/forms/pair-list-input.js';
import { type Channel, type Provider } from './channel-queries.js';

/** The value of a number field; `''` if it is empty. */
type NumberText = number | string;

export interface ChannelFormValues {
  name: string;
  provider: string;
  /** The provider's text fields, by setting name. */
  texts: Record<string, string>;
  /** The provider's secret fields, by setting name. Stored secrets stay as they are if the field is empty. */
  secrets: Record<string, string[]>;
  /** Whether the channel uses a cloud identity instead of API keys. */
  hasAuth: boolean;
  /** The members of the identity, by name. Stored secrets are empty. */
  auth: Record<string, string>;
  /** Models with the same name for clients and at the provider. */
  models: string[];
  renamed: Pair[];
  priority: NumberText;
  weight: NumberText;
  maxConcurrency: NumberText;
  maxConnections: NumberText;
  promptCaching: boolean;
  repair: boolean;
  believeUpstreamCost: boolean;
  formats: string[];
  /** Headers with a hidden value have an empty value. */
  headers: Pair[];
  connectMs: NumberText;
  firstByteMs: NumberText;
  idleMs: NumberText;
  wholeMs: NumberText;
}

export const BLANK_CHANNEL: ChannelFormValues = {
  name: '',
  provider: '',
  texts: {},
  secrets: {},
  hasAuth: false,
  auth: {},
  models: [],
  renamed: [],
  priority: '',
  weight: '',
  maxConcurrency: '',
  maxConnections: '',
  promptCaching: true,
  repair: false,
  believeUpstreamCost: false,
  formats: [],
  headers: [],
  connectMs: '',
  firstByteMs: '',
  idleMs: '',
  wholeMs: '',
};

type ProviderSetting = 'base_url' | 'api_version' | 'region' | 'project' | 'location' | 'api_keys' | 'auth';
type TimeoutName = keyof NonNullable<Schema<'ChannelChangesInput'>['timeouts']>;

/** The form field for each setting that does not depend on the provider. */
const FIELDS = {
  name: 'name',
  provider: 'provider',
  models: 'models',
  priority: 'priority',
  weight: 'weight',
  max_concurrency: 'maxConcurrency',
  max_connections: 'maxConnections',
  prompt_caching: 'promptCaching',
  repair: 'repair',
  believe_upstream_cost: 'believeUpstreamCost',
  formats: 'formats',
  headers: 'headers',
  'timeouts.connect_ms': 'connectMs',
  'timeouts.first_byte_ms': 'firstByteMs',
  'timeouts.idle_ms': 'idleMs',
  'timeouts.whole_ms': 'wholeMs',
} satisfies Record<
  | Exclude<keyof Schema<'ChannelChangesInput'>, ProviderSetting | 'enabled' | 'timeouts'>
  | `timeouts.${TimeoutName}`,
  keyof ChannelFormValues
>;

/** The form field for each path of the request, including the provider's fields. */
export function channelFields(provider: Provider | undefined): Record<string, string> {
  const own =
    provider?.fields.flatMap(({ name, type, members }) => [
      [name, fieldPath(name, type)],
      ...members.map((member) => [`auth.${member.name}`, `auth.${member.name}`]),
    ]) ?? [];
  return {
    ...FIELDS,
    ...(Object.fromEntries(own) as Record<string, string>),
  };
}

export function fieldPath(name: string, type: Provider['fields'][number]['type']): string {
  if (type === 'auth') return 'hasAuth';
  return type === 'secrets' ? `secrets.${name}` : `texts.${name}`;
}

export function toValues(channel: Channel): ChannelFormValues {
  const { models, timeouts } = channel;
  return {
    secrets: {},
    name: channel.name,
    provider: channel.provider,
    texts: {
      base_url: channel.base_url ?? '',
      api_version: channel.api_version ?? '',
      region: channel.region ?? '',
      project: channel.project ?? '',
      location: channel.location ?? '',
    },
    hasAuth: channel.auth !== null,
    auth: { ...channel.auth?.members },
    models: models.filter(({ id, upstream }) => id === upstream).map(({ id }) => id),
    renamed: models
      .filter(({ id, upstream }) => id !== upstream)
      .map(({ id, upstream }) => ({ name: id, value: upstream })),
    priority: channel.priority,
    weight: channel.weight,
    maxConcurrency: channel.max_concurrency ?? '',
    maxConnections: channel.max_connections ?? '',
    promptCaching: channel.prompt_caching,
    repair: channel.repair,
    believeUpstreamCost: channel.believe_upstream_cost,
    formats: channel.formats ?? [],
    headers: [
      ...Object.entries(channel.headers).map(([name, value]) => ({ name, value })),
      ...channel.hidden_headers.map((name) => ({ name, value: '' })),
    ],
    connectMs: timeouts.connect_ms,
    firstByteMs: timeouts.first_byte_ms,
    idleMs: timeouts.idle_ms,
    wholeMs: timeouts.whole_ms,
  };
}

type Body = Record<string, unknown>;

/** The request body for a new channel. Empty fields are omitted. */
export function buildNewChannel(values: ChannelFormValues, provider: Provider): Schema<'NewChannelInput'> {
  const { models, ...settings } = buildSettings(values, provider);
  const headers = headerChanges([], values.headers);
  const body = {
    ...settings,
    headers: Object.keys(headers).length === 0 ? null : headers,
    auth: authChanges(BLANK_CHANNEL, values, provider) ?? null,
  };
  const nonEmpty = Object.entries(body).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(nonEmpty), models } as Schema<'NewChannelInput'>;
}

/** The request body for changes: contains only changed settings. */
export function buildChanges(
  before: ChannelFormValues,
  after: ChannelFormValues,
  provider: Provider,
): Schema<'ChannelChangesInput'> {
  const old = buildSettings(before, provider);
  const changed = Object.entries(buildSettings(after, provider)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  const headers = headerChanges(before.headers, after.headers);
  const auth = authChanges(before, after, provider);
  return {
    ...Object.fromEntries(changed),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(auth === undefined ? {} : { auth }),
    // An identity replaces the API keys.
    ...(after.hasAuth && !before.hasAuth && takesKeys(provider) ? { api_keys: null } : {}),
  };
}

function takesKeys({ fields }: Provider): boolean {
  return fields.some(({ name }) => name === 'api_keys');
}

/** The changes of the identity: null if it was removed, undefined if nothing was changed. */
function authChanges(
  before: ChannelFormValues,
  after: ChannelFormValues,
  { fields }: Provider,
): Record<string, string | null> | null | undefined {
  const field = fields.find(({ type }) => type === 'auth');
  if (field === undefined || field.auth_type === null) return undefined;
  if (!after.hasAuth) return before.hasAuth ? null : undefined;
  const changed = field.members
    .map(({ name }) => [name, after.auth[name]?.trim() ?? '', before.auth[name] ?? ''] as const)
    .filter(([, next, previous]) => next !== previous)
    .map(([name, next]) => [name, next === '' ? null : next]);
  if (before.hasAuth && changed.length === 0) return undefined;
  return { type: field.auth_type, ...(Object.fromEntries(changed) as Record<string, string | null>) };
}

/** Settings that come from the provider's fields, and settings that are compared separately. */
type OtherSettings = ProviderSetting | 'headers' | 'enabled';

/** The settings as a request body; null for empty fields. */
function buildSettings(values: ChannelFormValues, { id, fields }: Provider): Body {
  const texts = fields.filter(({ type }) => type === 'url' || type === 'text');
  const secrets = fields.filter(({ type }) => type === 'secrets');
  return {
    name: values.name.trim(),
    provider: id,
    ...Object.fromEntries(texts.map(({ name }) => [name, values.texts[name]?.trim() || null])),
    ...Object.fromEntries(
      secrets.map(({ name }) => [name, values.hasAuth ? null : nonEmptySecrets(values.secrets[name] ?? [])]),
    ),
    models: toModels(values),
    priority: getNumber(values.priority),
    weight: getNumber(values.weight),
    max_concurrency: getNumber(values.maxConcurrency),
    max_connections: getNumber(values.maxConnections),
    prompt_caching: values.promptCaching ? null : false,
    repair: values.repair || null,
    believe_upstream_cost: values.believeUpstreamCost ? true : null,
    formats: values.formats.length === 0 ? null : values.formats,
    timeouts: getTimeouts(values),
  } satisfies Record<Exclude<keyof Schema<'ChannelChangesInput'>, OtherSettings>, unknown>;
}

function toModels({ models, renamed }: ChannelFormValues): (string | { id: string; upstream: string })[] {
  const mapped = renamed
    .map(({ name, value }) => ({ id: name.trim(), upstream: value.trim() }))
    .filter(({ id, upstream }) => id !== '' || upstream !== '');
  return [...models, ...mapped];
}

function getTimeouts({ connectMs, firstByteMs, idleMs, wholeMs }: ChannelFormValues): Body | null {
  const timeouts = {
    connect_ms: getNumber(connectMs),
    first_byte_ms: getNumber(firstByteMs),
    idle_ms: getNumber(idleMs),
    whole_ms: getNumber(wholeMs),
  };
  return Object.values(timeouts).every((value) => value === null) ? null : timeouts;
}

/** The changed headers only, because the form does not have the values of hidden headers. Null removes a header. */
function headerChanges(before: readonly Pair[], after: readonly Pair[]): Record<string, string | null> {
  const old = new Map(before.map(({ name, value }) => [name, value]));
  const names = new Set(after.map(({ name }) => name.trim()));
  const removed = [...old.keys()].filter((name) => !names.has(name)).map((name) => [name, null] as const);
  const set = after
    .map(({ name, value }) => [name.trim(), value] as const)
    .filter(([name, value]) => name !== '' && value !== old.get(name));
  return Object.fromEntries([...removed, ...set]);
}

function nonEmptySecrets(secrets: readonly string[]): string[] | null {
  const entered = secrets.map((secret) => secret.trim()).filter((secret) => secret !== '');
  return entered.length === 0 ? null : entered;
}

function getNumber(text: NumberText): number | null {
  return text === '' ? null : Number(text);
}
