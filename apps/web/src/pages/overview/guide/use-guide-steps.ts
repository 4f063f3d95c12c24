import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, unwrapResponse } from '../../../api/client.js';
import { NEWEST_COUNT, newestRequests } from '../overview-queries.js';
import { guideMemory } from './guide-memory.js';
import { guideSteps } from './guide-steps.js';

const MAX_LOADED = 20;
const REFRESH_MS = 5_000;

/** Loads the steps of the guide and refetches them until all are done. After that, they are never loaded again. */
export function useGuideSteps(isMember: boolean) {
  return useQuery({
    queryKey: ['guide', isMember],
    queryFn: async ({ client }) => guideSteps(await loadFacts(client, isMember)),
    enabled: !guideMemory.isDone(isMember),
    refetchInterval: ({ state }) => (state.data?.every(({ isDone }) => isDone) === true ? false : REFRESH_MS),
  });
}

async function loadFacts(client: QueryClient, isMember: boolean) {
  const query = { limit: MAX_LOADED };
  const [channels, tokens, hasResponse] = await Promise.all([
    isMember ? undefined : unwrapResponse(api.GET('/api/channels', { params: { query } })),
    unwrapResponse(api.GET('/api/tokens', { params: { query } })),
    hasSuccessfulRequest(client),
  ]);
  return { channels: channels?.data, tokens: tokens.data, hasResponse };
}

/** Checks the newest requests first, because the page loads them anyway and usually one of them has succeeded. */
async function hasSuccessfulRequest(client: QueryClient): Promise<boolean> {
  const newest = (await client.fetchQuery(newestRequests(false))).data;
  if (newest.some(({ outcome }) => outcome === 'ok')) return true;
  if (newest.length < NEWEST_COUNT) return false;
  const query = { limit: 1, outcome: 'ok' };
  return (await unwrapResponse(api.GET('/api/requests', { params: { query } }))).data.length > 0;
}
