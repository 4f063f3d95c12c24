import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { SANDBOX_CHANNEL } from '#providers';

/** The channel that every program brings along. */
export function sandboxChannel(): Channel {
  return {
    id: SANDBOX_CHANNEL.name,
    name: SANDBOX_CHANNEL.name,
    provider: SANDBOX_CHANNEL.provider,
    apiKeys: [],
    headers: {},
    models: SANDBOX_CHANNEL.models.map((id) => ({ id, upstream: id })),
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
    origin: 'setup',
    createdAt: new Date('2026-01-01T00:00:00Z'),
  };
}
