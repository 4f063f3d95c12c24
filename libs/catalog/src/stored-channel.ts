import { type ChannelAuth } from '#credentials';
import { type SecretBox } from '#secrets';
import { type Channel, DEFAULT_TIMEOUTS } from './channel.js';
import { type ChannelEntity } from './channel.entity.js';
import { type NewChannel } from './approved-channel.js';

interface ChannelSecrets {
  apiKeys: string[];
  headers: Record<string, string>;
  auth?: ChannelAuth;
}

/**
 * Converts a row to a channel with decrypted keys and headers. Throws SecretUnreadable if they were encrypted with
 * another key.
 */
export function openStoredChannel(entity: ChannelEntity, secretBox: SecretBox): Channel {
  const { apiKeys, headers, auth } = JSON.parse(
    secretBox.open(entity.secrets, getSealContext(entity.id)),
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
    // Rows of older versions may lack newer timeouts.
    timeouts: { ...DEFAULT_TIMEOUTS, ...entity.timeouts },
    enabled,
    origin,
    // Channels of a config file are declared by the operator, unless the file was applied by the API.
    declaredBy: origin === 'file' && entity.declaredBy !== 'api' ? 'operator' : 'api',
    createdAt,
  } satisfies Channel & Record<Exclude<keyof Channel, 'isStandIn' | 'credentials'>, unknown>;
}

/** Converts a channel to a row. Its secrets can be decrypted only in the row with this id. */
export function toChannelColumns(
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
    secrets: secretBox.seal(JSON.stringify(secrets), getSealContext(id)),
  };
}

function getSealContext(id: string): string {
  return `channels/${id}/secrets`;
}
