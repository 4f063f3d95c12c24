import { type ClientFacts } from '#access';
import { type CallRecord } from '#admission';
import { type ErrorKind, type GatewayError } from '#canonical';
import { RefusalJournal, type RefusedRequest, type RefusedToken, eventIdFor } from '#metering';
import { getErrorCode } from '#wire';
import { Injectable } from '@nestjs/common';

/** A request that ended with an error. */
export interface FailedRequest {
  requestId: string;
  error: GatewayError;
  durationMs: number;
  /** Undefined if the request had no valid token. */
  token?: RefusedToken | undefined;
  record?: Partial<CallRecord>;
  client?: ClientFacts | undefined;
  /** Undefined, as are the next two, if the request was a part of another one. */
  status?: number | undefined;
  method?: string | undefined;
  path?: string | undefined;
}

/** Errors whose message quotes nothing from the body. Of all others, only the code and the parameter are stored. */
const STORED_MESSAGES: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'missing-credential',
  'unknown-token',
  'expired-token',
  'disabled-token',
  'address-not-allowed',
  'model-not-found',
  'model-not-allowed',
  'missing-parameter',
  'body-too-large',
  'headers-too-large',
  'request-timeout',
  'method-not-allowed',
  'unknown-path',
  'budget-exhausted',
  'spend-limit-reached',
  'storage-quota-reached',
  'rate-limited',
  'concurrency-exceeded',
  'request-over-limit',
  'no-channel',
  'overloaded',
  'store-unavailable',
  'shutting-down',
]);

const NO_RECORD: Partial<CallRecord> = {};

/**
 * Records requests that end with an error and have no usage event. Every surface that responds to requests calls it.
 */
@Injectable()
export class RefusalRecorder {
  constructor(private readonly journal: RefusalJournal) {}

  note(request: FailedRequest): void {
    const { error, token, client = {}, record = NO_RECORD } = request;
    // A request with usage has a usage event. A client that disconnects was not refused.
    if (record.usage !== undefined || error.kind === 'client-gone') return;
    this.journal.note({ token, client, outcome: error.kind }, () => toRefusedRequest(request));
  }
}

function toRefusedRequest(request: FailedRequest): RefusedRequest {
  const { requestId, error, durationMs, token, record = NO_RECORD, client = {} } = request;
  return {
    id: eventIdFor(requestId),
    requestId,
    startedAtMs: Date.now() - durationMs,
    durationMs,
    token: token && { id: token.id, owner: token.owner },
    sessionId: record.sessionId,
    model: record.model,
    operation: record.operation,
    format: record.format,
    isStreamed: record.isStreamed === true,
    outcome: error.kind,
    errorCode: getErrorCode(error),
    errorParam: error.param,
    message: STORED_MESSAGES.has(error.kind) ? error.message : undefined,
    status: request.status,
    method: request.method,
    path: request.path,
    client,
  };
}
