import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type Config } from '#config';
import { findProvider } from '#providers';

type NewChannel = Omit<Channel, 'id' | 'origin' | 'createdAt'>;

/** A key in the environment is all that a first start needs to reach a well-known service. */
export function channelsFromEnvironment(providerKeys: Config['providerKeys']): NewChannel[] {
  return providerKeys.flatMap(({ provider, apiKey }) => {
    const models = findProvider(provider)?.usualModels;
    if (models === undefined) return [];
    return [
      {
        name: provider,
        provider,
        apiKeys: [apiKey],
        headers: {},
        models: models.map((id) => ({ id, upstream: id })),
        priority: 0,
        weight: 1,
        timeouts: DEFAULT_TIMEOUTS,
        enabled: true,
      },
    ];
  });
}
