import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schema, getAnswer, api } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type Channel = Schema<'ChannelView'>;
export type Provider = Schema<'ProviderView'>;
export type ProviderField = Schema<'ProviderFieldView'>;

export const CHANNELS = ['channels'] as const;

export type ChannelListQuery = NonNullable<paths['/api/channels']['get']['parameters']['query']>;

/** Health changes without changes in the console. */
const HEALTH_MS = 10_000;

export function channelList(query: ChannelListQuery) {
  return queryOptions({
    queryKey: [...CHANNELS, 'list', query],
    queryFn: () => getAnswer(api.GET('/api/channels', { params: { query } })),
    placeholderData: (before) => before,
    refetchInterval: HEALTH_MS,
  });
}

export function oneChannel(id: string) {
  return queryOptions({
    queryKey: [...CHANNELS, id],
    queryFn: () => getAnswer(api.GET('/api/channels/{id}', { params: { path: { id } } })),
    refetchInterval: HEALTH_MS,
  });
}

/** They depend on the gateway's version alone. */
export function useProviders() {
  return useQuery({
    queryKey: ['providers'],
    queryFn: async () => (await getAnswer(api.GET('/api/providers'))).data,
    staleTime: Infinity,
  });
}

/** The label of a provider; its id while the providers are loading. */
export function useProviderLabel(): (id: string) => string {
  const { data } = useProviders();
  return (id) => labelIn(data, id);
}

function labelIn(providers: readonly Provider[] | undefined, id: string): string {
  return providers?.find((provider) => provider.id === id)?.label ?? id;
}
