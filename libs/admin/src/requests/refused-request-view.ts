import { REFUSAL_OUTCOMES, describeOutcome } from '#canonical';
import { toNullableFacts } from '#declarations';
import { type RefusedRequest } from '#metering';
import { viewCounts } from './request-view.js';
import { type RequestDetailView, type RequestView } from './request.dto.js';

/** A refused request in the form of the request list. It reached no channel and cost nothing. */
export function viewRefusedRequest(
  request: RefusedRequest,
  tokenNames: ReadonlyMap<string, string>,
): RequestView {
  const { token, outcome, client } = request;
  return {
    id: request.requestId,
    started_at: new Date(request.startedAtMs).toISOString(),
    token_id: token?.id ?? null,
    token_name: (token && tokenNames.get(token.id)) ?? null,
    owner: token?.owner ?? null,
    ...toNullableFacts(request),
    model: request.model ?? null,
    operation: request.operation ?? null,
    format: request.format ?? null,
    channel: null,
    channel_id: null,
    upstream_model: null,
    outcome,
    refused: REFUSAL_OUTCOMES.includes(outcome),
    user_agent: client.userAgent ?? null,
    streamed: request.isStreamed,
    cache_hit: false,
    estimated: false,
    duration_ms: request.durationMs,
    usage: viewCounts({}),
    cost_usd: 0,
    flagged: [],
  };
}

export function viewRefusedRequestDetail(
  request: RefusedRequest,
  tokenNames: ReadonlyMap<string, string>,
): RequestDetailView {
  const { outcome, message } = request;
  return {
    ...viewRefusedRequest(request, tokenNames),
    error: message ?? describeOutcome(outcome),
    error_detail: null,
    client_address: request.client.address ?? null,
    method: request.method ?? null,
    path: request.path ?? null,
    status: request.status ?? null,
    error_param: request.errorParam ?? null,
    upstream_cost_usd: null,
    list_cost_usd: null,
    price_version: null,
    service_tier: null,
    cost_lines: [],
    parameters: {},
    attempts: [],
    content_expires_at: null,
  };
}
