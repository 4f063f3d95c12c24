import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callGateway } from '../call.js';
import { usePlaygroundToken } from '../token-context.js';

/** Requests are written down about once a second, so the gateway is asked to wait for this one. */
const WAIT_MS = 5_000;
const WRITTEN_AFTER_MS = 1_500;

/** A request that has ended, as the gateway has written it down. */
export interface EndedRequest {
  duration_ms: number;
  /** Null where nobody knows the price. */
  cost_usd: number | null;
}

/** What was charged, and for how long it took. Undefined until it is known, and where the gateway does not tell. */
export function useEndedRequest(id: string | undefined): { ended?: EndedRequest; isAsking: boolean } {
  const { token = '', models } = usePlaygroundToken();
  const path = `/v1/requests/${encodeURIComponent(id ?? '')}?wait_ms=${WAIT_MS}`;
  const { data, isLoading } = useQuery({
    queryKey: ['playground-request', id],
    queryFn: async ({ signal }) =>
      (await callGateway(token, { method: 'GET', path }, signal)).json<EndedRequest>(),
    // A token that does not work, or not any more, need not be tried for this.
    enabled: id !== undefined && models !== undefined,
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });
  return { ended: data, isAsking: isLoading };
}

/**
 * What all requests of a realtime session have cost so far; null where the price of one is not known. It is asked for
 * each time that more has been used.
 */
export function useSessionCost(name: string | undefined, usedTokens: number): number | null | undefined {
  const { token = '' } = usePlaygroundToken();
  const path = `/v1/requests?session_id=${encodeURIComponent(name ?? '')}`;
  const { data } = useQuery({
    queryKey: ['playground-session', name, usedTokens],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, WRITTEN_AFTER_MS));
      const answer = await callGateway(token, { method: 'GET', path }, signal);
      return sumCosts((await answer.json<{ data: EndedRequest[] }>()).data);
    },
    enabled: name !== undefined && usedTokens > 0,
    retry: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return usedTokens > 0 ? data : undefined;
}

/** Null where one of them has no price. */
function sumCosts(requests: readonly EndedRequest[]): number | null {
  let sum = 0;
  for (const { cost_usd: costUsd } of requests) {
    if (costUsd === null) return null;
    sum += costUsd;
  }
  return sum;
}
