import { type Schema } from '../../api/client.js';
import { type Pair } from '../../kit/forms/pair-list-input.js';
import { type Channel, type Provider } from './channel-queries.js';

/** What stands in a field for a number; nothing is an empty text. */
type NumberText = number | string;

export interface ChannelFormValues {
  name: string;
  provider: string;
  /** The provider's fields of one line, by the name of the setting. */
  texts: Record<string, string>;
  /** Those that are secret; the present ones stay where nothing is typed. */
  secrets: Record<string, string[]>;
  /** Whether it is an identity in place of keys. */
  hasAuth: boolean;
  /** What is said of that identity, by the name of the member; hidden ones are empty. */
  auth: Record<string, string>;
  /** Models that are called the same here and there. */
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
  /** Those whose values are hidden have an empty one. */
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

/** The field of the form for each setting that does not depend on the provider. */
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

/** The field of the form for each part of the request; those of the provider are found by their own names. */
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

/** What a request for a new channel says: nothing of what was left blank. */
export function buildNewChannel(values: ChannelFormValues, provider: Provider): Schema<'NewChannelInput'> {
  const { models, ...settings } = buildSettings(values, provider);
  const headers = headerChanges([], values.headers);
  const said = {
    ...settings,
    headers: Object.keys(headers).length === 0 ? null : headers,
    auth: authChanges(BLANK_CHANNEL, values, provider) ?? null,
  };
  const filled = Object.entries(said).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), models } as Schema<'NewChannelInput'>;
}

/** Only what is not as it was. */
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
    // An identity stands in the place of keys.
    ...(after.hasAuth && !before.hasAuth && takesKeys(provider) ? { api_keys: null } : {}),
  };
}

function takesKeys({ fields }: Provider): boolean {
  return fields.some(({ name }) => name === 'api_keys');
}

/** What is not as it was of the identity: null where there is none any more, undefined where nothing is different. */
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
    .filter(([, now, then]) => now !== then)
    .map(([name, now]) => [name, now === '' ? null : now]);
  if (before.hasAuth && changed.length === 0) return undefined;
  return { type: field.auth_type, ...(Object.fromEntries(changed) as Record<string, string | null>) };
}

/** Settings that the provider's own fields set, and those that are compared separately. */
type OtherSettings = ProviderSetting | 'headers' | 'enabled';

/** The body of a request; null where a field is empty. */
function buildSettings(values: ChannelFormValues, { id, fields }: Provider): Body {
  const texts = fields.filter(({ type }) => type === 'url' || type === 'text');
  const secrets = fields.filter(({ type }) => type === 'secrets');
  return {
    name: values.name.trim(),
    provider: id,
    ...Object.fromEntries(texts.map(({ name }) => [name, values.texts[name]?.trim() || null])),
    ...Object.fromEntries(
      secrets.map(({ name }) => [name, values.hasAuth ? null : filled(values.secrets[name] ?? [])]),
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

/** One by one: hidden ones cannot be sent back, and stay where nobody typed another value. */
function headerChanges(before: readonly Pair[], after: readonly Pair[]): Record<string, string | null> {
  const old = new Map(before.map(({ name, value }) => [name, value]));
  const kept = new Set(after.map(({ name }) => name.trim()));
  const gone = [...old.keys()].filter((name) => !kept.has(name)).map((name) => [name, null] as const);
  const set = after
    .map(({ name, value }) => [name.trim(), value] as const)
    .filter(([name, value]) => name !== '' && value !== old.get(name));
  return Object.fromEntries([...gone, ...set]);
}

function filled(secrets: readonly string[]): string[] | null {
  const typed = secrets.map((secret) => secret.trim()).filter((secret) => secret !== '');
  return typed.length === 0 ? null : typed;
}

function getNumber(text: NumberText): number | null {
  return text === '' ? null : Number(text);
}
