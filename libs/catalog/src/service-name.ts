import { type ChannelSettings } from './channel.js';

/**
 * What prices call the service of a channel. A cloud charges by where it is asked; where a channel has an address of its
 * own, that tells more.
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
