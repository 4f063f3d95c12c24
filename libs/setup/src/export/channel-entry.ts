import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type ChannelConfig } from '#config';
import { type ChannelAuth, isSecretMember } from '#credentials';
import { isDeepStrictEqual } from 'node:util';
import { type Placeholders } from './placeholders.js';

/** Keys of the config file whose values are or can be secret. */
type GuardedKey = 'apiKey' | 'apiKeys' | 'headers' | 'auth';

/** The entry of a channel in the config file. Keys and headers are replaced by placeholders. */
export function buildChannelEntry(channel: Channel, placeholders: Placeholders): object {
  const { name, provider, baseUrl, models, priority, weight, enabled, formats, apiVersion } = channel;
  const { region, project, location, auth } = channel;
  const { apiKeys, headers, maxConcurrency, maxConnections, timeouts } = channel;
  const { promptCaching, repair, believeUpstreamCost } = channel;
  const plain = placeholders.guard(
    {
      name,
      provider,
      baseUrl,
      models: models.map(({ id, upstream }) => (id === upstream ? id : { id, upstream })),
      priority: priority === 0 ? undefined : priority,
      weight: weight === 1 ? undefined : weight,
      enabled: enabled ? undefined : false,
      formats,
      apiVersion,
      region,
      project,
      location,
      maxConcurrency,
      maxConnections,
      promptCaching,
      repair,
      believeUpstreamCost,
      timeouts: isDeepStrictEqual({ ...timeouts }, DEFAULT_TIMEOUTS) ? undefined : timeouts,
    } satisfies Record<Exclude<keyof ChannelConfig, GuardedKey>, unknown>,
    'CHANNEL',
    name,
  );
  return {
    ...plain,
    ...buildKeys(name, apiKeys, placeholders),
    ...buildHeaders(name, headers, placeholders),
    ...buildAuth(name, auth, placeholders),
  };
}

function buildKeys(channel: string, apiKeys: readonly string[], placeholders: Placeholders): object {
  const [only, ...others] = apiKeys.map((key) => placeholders.secret(key, 'CHANNEL', channel, 'API_KEY'));
  if (only === undefined) return {};
  return others.length === 0 ? { apiKey: only } : { apiKeys: [only, ...others] };
}

function buildAuth(channel: string, auth: ChannelAuth | undefined, placeholders: Placeholders): object {
  if (auth === undefined) return {};
  const members = Object.entries(auth).filter(([, value]) => value !== undefined);
  const named = members.map(([member, value]: [string, string]) => {
    const words = ['CHANNEL', channel, 'AUTH', ...(isSecretMember(member) ? [member] : [])];
    return [
      member,
      isSecretMember(member) ? placeholders.secret(value, ...words) : placeholders.guard(value, ...words),
    ];
  });
  return { auth: Object.fromEntries(named) as object };
}

function buildHeaders(
  channel: string,
  headers: Readonly<Record<string, string>>,
  placeholders: Placeholders,
): object {
  const entries = Object.entries(headers);
  if (entries.length === 0) return {};
  const named = entries.map(([header, value]) => {
    // An empty value needs no variable: an empty variable counts as not set.
    return [header, value === '' ? '' : placeholders.secret(value, 'CHANNEL', channel, 'HEADER', header)];
  });
  return { headers: Object.fromEntries(named) as object };
}
