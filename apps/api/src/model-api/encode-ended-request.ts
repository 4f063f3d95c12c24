import { type JsonObject, MICRO_USD_PER_USD, describeOutcome } from '#canonical';
import { type RefusedRequest, type UsageRecord } from '#metering';
import { type EndedRequest } from './ended-requests.js';

/** A request as `GET /v1/requests` and `GET /v1/requests/{id}` return it. */
export function encodeEndedRequest(ended: EndedRequest): JsonObject {
  return ended.kind === 'used' ? encodeUsed(ended.record) : encodeRefused(ended.request);
}

function encodeUsed(record: UsageRecord): JsonObject {
  const { costMicroUsd, outcome, errorCode } = record;
  return {
    id: record.requestId,
    object: 'request',
    created_at: Math.floor(record.startedAtMs / 1000),
    model: record.model,
    operation: record.operation,
    outcome,
    is_refused: false,
    error: encodeError(outcome, { code: errorCode }),
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs ?? null,
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    is_estimated: record.isEstimated,
    is_cache_hit: record.isCacheHit,
  };
}

function encodeRefused(request: RefusedRequest): JsonObject {
  const { outcome, errorCode: code, errorParam: param, message } = request;
  return {
    id: request.requestId,
    object: 'request',
    created_at: Math.floor(request.startedAtMs / 1000),
    model: request.model ?? null,
    operation: request.operation ?? null,
    outcome,
    is_refused: !outcome.startsWith('upstream-'),
    error: encodeError(outcome, { code, param, message }),
    duration_ms: request.durationMs,
    first_byte_ms: null,
    cost_usd: 0,
    is_estimated: false,
    is_cache_hit: false,
  };
}

interface StoredError {
  code?: string | undefined;
  param?: string | undefined;
  message?: string | undefined;
}

/** An error message is stored only if it does not quote the request. Otherwise the description of the outcome is returned. */
function encodeError(outcome: string, { code, param, message }: StoredError): JsonObject | null {
  const description = message ?? describeOutcome(outcome);
  return description === null ? null : { code: code ?? null, message: description, param: param ?? null };
}
