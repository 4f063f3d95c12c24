import { type ChannelSettings } from './channel.js';

/**
 * The name of a channel's service in price lists. Prices of clouds depend on the region. The base URL of a channel, if
 * set, has priority over this name.
 */
export function getServiceName({
  provider,
  region,
  location,
}: Pick<ChannelSettings, 'provider' | 'region' | 'location'>): string {
  if (provider === 'bedrock' && region?.startsWith('us-gov-') === true) return 'bedrock-gov';
  if (provider === 'vertex' && location !== undefined && location !== 'global') return 'vertex-regional';
  return provider;
}
