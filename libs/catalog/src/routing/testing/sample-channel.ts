import { type Channel, DEFAULT_TIMEOUTS } from '../../channel.js';

/** A channel that serves `m` by default. */
export function sampleChannel(name: string, settings: Partial<Channel> = {}): Channel {
  return {
    id: name,
    name,
    provider: 'openai-compatible',
    apiKeys: [`key-of-${name}`],
    headers: {},
    models: [{ id: 'm', upstream: `${name}-m` }],
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
    origin: 'file',
    createdAt: new Date(0),
    ...settings,
  };
}
