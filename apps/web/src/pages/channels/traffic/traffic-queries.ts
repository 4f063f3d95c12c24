import { queryOptions } from '@tanstack/react-query';
import { api, getAnswer } from '../../../api/client.js';
import { CHANNELS } from '../channel-queries.js';
import { toTraffic } from './channel-traffic.js';

const HOUR_MS = 60 * 60_000;
const HOURS = 24;
const EVERY_MS = 60_000;
const MAX_ERRORS = 5;

/** The last day of all channels, in one question. */
export const channelTraffic = queryOptions({
  queryKey: [...CHANNELS, 'traffic'],
  queryFn: async () => {
    const to = new Date();
    const from = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS);
    const span = { from: from.toISOString(), to: to.toISOString() };
    const query = { interval: 'hour', group_by: 'channel', ...span } as const;
    const { data } = await getAnswer(api.GET('/api/usage', { params: { query } }));
    return toTraffic(data, span);
  },
  refetchInterval: EVERY_MS,
  staleTime: EVERY_MS / 2,
});

/** The newest requests that this channel failed with. */
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
