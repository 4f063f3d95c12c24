import { type Channel, type ChannelEntity, type KnownState, isSecretHeader } from '#catalog';
import { viewHealth, viewKeys } from './channel-health-status.js';
import { type ChannelView } from './channel-view.dto.js';

/** What is known of a channel beside its settings. */
export interface ChannelFacts {
  states: readonly KnownState[];
  lastError?: ChannelView['health']['last_error'];
  inFlight?: number;
}

/** A channel as people see it: of its secrets no more than that there are some. */
export function viewChannel(
  { updatedAt }: ChannelEntity,
  channel: Channel,
  { states, lastError = null, inFlight }: ChannelFacts,
): ChannelView {
  const { connectMs, firstByteMs, idleMs, wholeMs } = channel.timeouts;
  const headers = Object.entries(channel.headers);
  const keys = viewKeys(channel, states);
  return {
    id: channel.id,
    name: channel.name,
    provider: channel.provider,
    base_url: channel.baseUrl ?? null,
    api_keys: keys,
    models: channel.models.map(({ id, upstream }) => ({ id, upstream })),
    priority: channel.priority,
    weight: channel.weight,
    enabled: channel.enabled,
    formats: channel.formats ?? null,
    headers: Object.fromEntries(headers.filter(([name]) => !isSecretHeader(name))),
    hidden_headers: headers.map(([name]) => name).filter(isSecretHeader),
    api_version: channel.apiVersion ?? null,
    max_concurrency: channel.maxConcurrency ?? null,
    max_connections: channel.maxConnections ?? null,
    timeouts: { connect_ms: connectMs, first_byte_ms: firstByteMs, idle_ms: idleMs, whole_ms: wholeMs },
    health: { ...viewHealth(channel, states, keys), last_error: lastError, in_flight: inFlight ?? null },
    origin: channel.origin,
    read_only: channel.origin === 'file',
    created_at: channel.createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
