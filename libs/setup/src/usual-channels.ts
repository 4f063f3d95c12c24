import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type Config } from '#config';
import { findProvider, listProviders, type Provider } from '#providers';

type NewChannel = Omit<Channel, 'id' | 'origin' | 'createdAt'>;

/** A key in the environment is all that a first start needs to reach a well-known service. */
export function channelsFromEnvironment(providerKeys: Config['providerKeys']): NewChannel[] {
  return providerKeys.flatMap(({ provider: id, apiKey }) => {
    const provider = findProvider(id);
    return provider?.usualModels === undefined ? [] : [usualChannel(provider, [apiKey])];
  });
}

/** The channel that exists without being configured, so that a newcomer has something to talk to. */
export function builtInChannel(): Channel | undefined {
  const provider = listProviders().find(({ isBuiltIn }) => isBuiltIn);
  return (
    provider && {
      ...usualChannel(provider, []),
      id: provider.id,
      origin: 'setup',
      createdAt: new Date('2026-01-01T00:00:00Z'),
      isStandIn: true,
    }
  );
}

function usualChannel({ id, usualModels = [] }: Provider, apiKeys: string[]): NewChannel {
  return {
    name: id,
    provider: id,
    apiKeys,
    headers: {},
    models: usualModels.map((model) => ({ id: model, upstream: model })),
    priority: 0,
    weight: 1,
    timeouts: DEFAULT_TIMEOUTS,
    enabled: true,
  };
}
