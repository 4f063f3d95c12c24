import { type ChannelConfig } from '#config';
import { type ChannelSettings } from './channel.js';

/** Converts a validated entry of the config file to the stored settings. */
export function toChannelSettings(config: ChannelConfig): ChannelSettings {
  return {
    name: config.name,
    provider: config.provider,
    baseUrl: config.baseUrl,
    apiKeys: [...config.apiKeys],
    headers: { ...config.headers },
    models: config.models.map(({ id, upstream }) => ({ id, upstream })),
    formats: config.formats && [...config.formats],
    apiVersion: config.apiVersion,
    region: config.region,
    project: config.project,
    location: config.location,
    auth: config.auth && { ...config.auth },
    priority: config.priority,
    weight: config.weight,
    maxConcurrency: config.maxConcurrency,
    maxConnections: config.maxConnections,
    promptCaching: config.promptCaching,
    repair: config.repair,
    believeUpstreamCost: config.believeUpstreamCost,
    timeouts: { ...config.timeouts },
    enabled: config.enabled,
  } satisfies Record<keyof ChannelSettings | keyof ChannelConfig, unknown>;
}
