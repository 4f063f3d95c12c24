import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callGateway } from '../call.js';
import { usePlaygroundToken } from '../token-context.js';

/** The gateway stores requests about once a second, so the call waits until this one is stored. */
const WAIT_MS = 5_000;
const RECORDED_AFTER_MS = 1_500;

/** A finished request, as the gateway stores it. */
export interface RecordedRequest {
  duration_ms: number;
  /** Null if the model has no price. */
  cost_usd: number | null;
}

/** Cost and duration of a finished request. Undefined while it is loading, and if it could not be loaded. */
export function useRecordedRequest(id: string | undefined): {
  recorded?: RecordedRequest;
  isLoading: boolean;
} {
  const { token = '', models } = usePlaygroundToken();
  const path = `/v1/requests/${encodeURIComponent(id ?? '')}?wait_ms=${WAIT_MS}`;
  const { data, isLoading } = useQuery({
    queryKey: ['playground-request', id],
    queryFn: async ({ signal }) =>
      (await callGateway(token, { method: 'GET', path }, signal)).json<RecordedRequest>(),
    // Without models, the token is not valid, or not checked yet.
    enabled: id !== undefined && models !== undefined,
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });
  return { recorded: data, isLoading };
}

/**
 * The cost of all requests of a realtime session so far; null if one of them has no price. Loaded again each time that the
 * number of used tokens grows.
 */
export function useSessionCost(name: string | undefined, usedTokens: number): number | null | undefined {
  const { token = '' } = usePlaygroundToken();
  const path = `/v1/requests?session_id=${encodeURIComponent(name ?? '')}`;
  const { data } = useQuery({
    queryKey: ['playground-session', name, usedTokens],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, RECORDED_AFTER_MS));
      const response = await callGateway(token, { method: 'GET', path }, signal);
      return sumCosts((await response.json<{ data: RecordedRequest[] }>()).data);
    },
    enabled: name !== undefined && usedTokens > 0,
    retry: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return usedTokens > 0 ? data : undefined;
}

/** Null if one of the requests has no price. */
function sumCosts(requests: readonly RecordedRequest[]): number | null {
  let sum = 0;
  for (const { cost_usd: costUsd } of requests) {
    if (costUsd === null) return null;
    sum += costUsd;
  }
  return sum;
}
