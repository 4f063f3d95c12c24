import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schema, unwrapResponse, api } from '../../api/client.js';
import type { paths } from '../../api/schema.js';

export type Channel = Schema<'ChannelView'>;
export type Provider = Schema<'ProviderView'>;
export type ProviderField = Schema<'ProviderFieldView'>;

export const CHANNELS = ['channels'] as const;

export type ChannelListQuery = NonNullable<paths['/api/channels']['get']['parameters']['query']>;

/** The health of a channel changes without user actions, so it is polled. */
const REFETCH_INTERVAL_MS = 10_000;

export function channelList(query: ChannelListQuery) {
  return queryOptions({
    queryKey: [...CHANNELS, 'list', query],
    queryFn: () => unwrapResponse(api.GET('/api/channels', { params: { query } })),
    placeholderData: (before) => before,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

export function oneChannel(id: string) {
  return queryOptions({
    queryKey: [...CHANNELS, id],
    queryFn: () => unwrapResponse(api.GET('/api/channels/{id}', { params: { path: { id } } })),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

/** The providers change only with the version of the gateway. */
export function useProviders() {
  return useQuery({
    queryKey: ['providers'],
    queryFn: async () => (await unwrapResponse(api.GET('/api/providers'))).data,
    staleTime: Infinity,
  });
}

/** Returns a function for the label of a provider. While the providers are loading, it returns the id. */
export function useProviderLabel(): (id: string) => string {
  const { data } = useProviders();
  return (id) => labelIn(data, id);
}

function labelIn(providers: readonly Provider[] | undefined, id: string): string {
  return providers?.find((provider) => provider.id === id)?.label ?? id;
}
