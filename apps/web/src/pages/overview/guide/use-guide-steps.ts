import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, getAnswer } from '../../../api/client.js';
import { NEWEST, newestRequests } from '../overview-queries.js';
import { guideMemory } from './guide-memory.js';
import { guideSteps } from './guide-steps.js';

const MAX_LOADED = 20;
const REFRESH_MS = 5_000;

/** The steps of the guide, loaded again until all are done; not loaded at all once they were. */
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
    isMember ? undefined : getAnswer(api.GET('/api/channels', { params: { query } })),
    getAnswer(api.GET('/api/tokens', { params: { query } })),
    findResponse(client),
  ]);
  return { channels: channels?.data, tokens: tokens.data, hasResponse };
}

/** Mostly one of the newest requests succeeded, and the page loads those anyway. */
async function findResponse(client: QueryClient): Promise<boolean> {
  const newest = (await client.fetchQuery(newestRequests(false))).data;
  if (newest.some(({ outcome }) => outcome === 'ok')) return true;
  if (newest.length < NEWEST) return false;
  const query = { limit: 1, outcome: 'ok' };
  return (await getAnswer(api.GET('/api/requests', { params: { query } }))).data.length > 0;
}
