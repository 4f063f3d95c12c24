import { type ChannelAuth } from '#credentials';
import { type SecretBox } from '#secrets';
import { type Channel, DEFAULT_TIMEOUTS } from './channel.js';
import { type ChannelEntity } from './channel.entity.js';
import { type NewChannel } from './judged-channel.js';

interface ChannelSecrets {
  apiKeys: string[];
  headers: Record<string, string>;
  auth?: ChannelAuth;
}

/** A row with its keys and headers unsealed. Throws SecretUnreadable where they were sealed with another key. */
export function openStoredChannel(entity: ChannelEntity, secretBox: SecretBox): Channel {
  const { apiKeys, headers, auth } = JSON.parse(
    secretBox.open(entity.secrets, toPlace(entity.id)),
  ) as ChannelSecrets;
  const { id, name, provider, models, priority, weight, enabled, origin, createdAt } = entity;
  return {
    id,
    name,
    provider,
    baseUrl: entity.baseUrl ?? undefined,
    apiKeys,
    headers,
    models,
    formats: entity.formats ?? undefined,
    apiVersion: entity.apiVersion ?? undefined,
    region: entity.region ?? undefined,
    project: entity.project ?? undefined,
    location: entity.location ?? undefined,
    auth,
    priority,
    weight,
    maxConcurrency: entity.maxConcurrency ?? undefined,
    maxConnections: entity.maxConnections ?? undefined,
    promptCaching: entity.promptCaching ?? undefined,
    repair: entity.repair ?? undefined,
    believeUpstreamCost: entity.believeUpstreamCost ?? undefined,
    // A process of an earlier version may have written it without those that came later.
    timeouts: { ...DEFAULT_TIMEOUTS, ...entity.timeouts },
    enabled,
    origin,
    // What stands in a file is the operator's, unless the file came by the API.
    declaredBy: origin === 'file' && entity.declaredBy !== 'api' ? 'operator' : 'api',
    createdAt,
  };
}

/** The row of a channel; its secrets can be read in the row with this id alone. */
export function channelColumns(
  channel: NewChannel,
  secretBox: SecretBox,
): Omit<ChannelEntity, 'createdAt' | 'updatedAt'> {
  const {
    id,
    apiKeys,
    headers,
    auth,
    baseUrl,
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
    ...columns
  } = channel;
  const secrets: ChannelSecrets = { apiKeys, headers, auth };
  return {
    ...columns,
    id,
    baseUrl: baseUrl ?? null,
    formats: formats ?? null,
    apiVersion: apiVersion ?? null,
    region: region ?? null,
    project: project ?? null,
    location: location ?? null,
    maxConcurrency: maxConcurrency ?? null,
    maxConnections: maxConnections ?? null,
    promptCaching: promptCaching ?? null,
    repair: repair ?? null,
    believeUpstreamCost: believeUpstreamCost ?? null,
    secrets: secretBox.seal(JSON.stringify(secrets), toPlace(id)),
  };
}

function toPlace(id: string): string {
  return `channels/${id}/secrets`;
}
