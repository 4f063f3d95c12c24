import { type Channel, DEFAULT_TIMEOUTS } from '#catalog';
import { type Config } from '#config';
import { findProvider, listProviders, type Provider } from '#providers';

type NewChannel = Omit<Channel, 'id' | 'origin' | 'createdAt'>;

/** A channel for each provider key in the environment, with the default models of the provider. */
export function buildEnvironmentChannels(providerKeys: Config['providerKeys']): NewChannel[] {
  return providerKeys.flatMap(({ provider: id, apiKey }) => {
    const provider = findProvider(id);
    return provider?.usualModels === undefined ? [] : [buildDefaultChannel(provider, [apiKey])];
  });
}

/** The channel of the built-in models, which exists without configuration. */
export function builtInChannel(): Channel | undefined {
  const provider = listProviders().find(({ isBuiltIn }) => isBuiltIn);
  return (
    provider && {
      ...buildDefaultChannel(provider, []),
      id: provider.id,
      origin: 'setup',
      createdAt: new Date('2026-01-01T00:00:00Z'),
      isStandIn: true,
    }
  );
}

function buildDefaultChannel({ id, usualModels = [] }: Provider, apiKeys: string[]): NewChannel {
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
