import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { api, unwrapResponse } from '../../../api/client.js';
import { CHANNELS } from '../channel-queries.js';
import { toDayTraffic, toTraffic } from './channel-traffic.js';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;
const REFETCH_INTERVAL_MS = 60_000;
const MAX_ERRORS = 5;
const BAD_REQUEST = 400;

/** Loads the metrics of all channels for the last 24 hours. */
export const channelTraffic = queryOptions({
  queryKey: [...CHANNELS, 'traffic'],
  queryFn: async () => {
    const to = new Date();
    const from = new Date(to.getTime() - HOURS * HOUR_MS);
    const span = { from: from.toISOString(), to: to.toISOString() };
    const loadSums = async (interval: 'hour' | 'total') => {
      const query = { interval, group_by: 'channel', ...span };
      return (await unwrapResponse(api.GET('/api/usage', { params: { query } }))).data;
    };
    try {
      return toTraffic(await loadSums('hour'), span);
    } catch (error) {
      // The API returns at most 10,000 sums: the hours of about 400 channels. Fall back to totals.
      if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) throw error;
      return toDayTraffic(await loadSums('total'));
    }
  },
  refetchInterval: REFETCH_INTERVAL_MS,
  staleTime: REFETCH_INTERVAL_MS / 2,
});

/** The newest failed requests of a channel. */
export function channelErrors(name: string) {
  return queryOptions({
    queryKey: [...CHANNELS, 'errors', name],
    queryFn: async () => {
      const query = { channel: name, outcome: 'error', limit: MAX_ERRORS };
      return (await unwrapResponse(api.GET('/api/requests', { params: { query } }))).data;
    },
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}
