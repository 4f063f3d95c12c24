import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { api, getAnswer } from '../../../api/client.js';
import { CHANNELS } from '../channel-queries.js';
import { toDayTraffic, toTraffic } from './channel-traffic.js';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;
const EVERY_MS = 60_000;
const MAX_ERRORS = 5;
const BAD_REQUEST = 400;

/** The last 24 hours of all channels, in one request. */
export const channelTraffic = queryOptions({
  queryKey: [...CHANNELS, 'traffic'],
  queryFn: async () => {
    const to = new Date();
    const from = new Date(to.getTime() - HOURS * HOUR_MS);
    const span = { from: from.toISOString(), to: to.toISOString() };
    const report = async (interval: 'hour' | 'total') => {
      const query = { interval, group_by: 'channel', ...span };
      return (await getAnswer(api.GET('/api/usage', { params: { query } }))).data;
    };
    try {
      return toTraffic(await report('hour'), span);
    } catch (error) {
      // A report has at most 10,000 sums, which are the hours of some 400 channels.
      if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) throw error;
      return toDayTraffic(await report('total'));
    }
  },
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
});

/** The newest failed requests of a channel. */
export function channelErrors(name: string) {
  return queryOptions({
    queryKey: [...CHANNELS, 'errors', name],
    queryFn: async () => {
      const query = { channel: name, outcome: 'error', limit: MAX_ERRORS };
      return (await getAnswer(api.GET('/api/requests', { params: { query } }))).data;
    },
    refetchInterval: EVERY_MS,
  });
}
