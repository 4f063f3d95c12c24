import { type IncomingMessage, type ServerResponse } from 'node:http';
import { newRecord } from '#admission';
import { Drain, getPath, newRequestId, requestIdHeaders } from '#http-edge';
import { OverloadRefusal, type OverloadReason } from '#limits';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { encodeError, getDialect } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { recordRequest } from '../metrics/record-request.js';
import { listCorsHeaders } from './cors.js';
import { findQueryKey } from './find-credential.js';
import { flattenHeaders } from './flatten-headers.js';
import { HeldConnections } from './held-connections.js';
import { normaliseUrl } from './normalise-url.js';
import { type QueueLine } from './queue-lines.js';
import { RefusedRequests, isModelPath } from './refused-requests.js';

type Dialect = ReturnType<typeof getDialect>;

export interface OverloadedRequest {
  line: QueueLine;
  reason: OverloadReason;
  waitedMs: number;
}

interface PreparedResponse {
  error: OverloadRefusal;
  status: number;
  /** Names and values alternate. */
  headers: readonly string[];
  /** The text before and after the request id. A body without the id has one part. */
  body: readonly string[];
}

/** A longer body is not read: the connection is closed instead. */
const MAX_DISCARDED_BYTES = 1_048_576;
/** How long the connection stays open, so that the client can read the response while it sends such a body. */
const LINGER_MS = 1_000;
const MAX_PATH_LENGTH = 500;
const MAX_LOGGED_CALLERS = 1_000;
/** One refusal of each caller is logged in this time. */
const LOG_EVERY_MS = 60_000;
const COMMON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};
const ID_PLACEHOLDER = 'req_id';
/** No upstream was called. */
const EMPTY_RECORD = newRecord();

/**
 * Refuses requests in an overload with prepared responses, before any other work. All refusals are counted; one per caller and
 * minute is logged.
 */
@Injectable()
export class OverloadResponses {
  private readonly prepared = new Map<string, PreparedResponse>();
  private readonly logged = new LRUCache<string, true>({ max: MAX_LOGGED_CALLERS, ttl: LOG_EVERY_MS });

  constructor(
    private readonly metrics: Metrics,
    private readonly connections: HeldConnections,
    private readonly refusals: RefusedRequests,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  send(request: IncomingMessage, response: ServerResponse, refused: OverloadedRequest): void {
    const path = getPath({ url: normaliseUrl(request.url ?? '/') });
    const retrySeconds = this.connections.holdAfter(request, response);
    const prepared = this.prepare(findDialect(request, path), refused.reason, retrySeconds);
    const requestId = newRequestId();
    const body = prepared.body.join(requestId);
    const headers = [
      ...prepared.headers,
      ...listCorsHeaders(path),
      ...flattenHeaders(requestIdHeaders(requestId)),
    ];
    headers.push('content-length', String(Buffer.byteLength(body)));
    if (isDiscardable(request)) {
      if (this.drain.isDraining) headers.push('connection', 'close');
      response.writeHead(prepared.status, headers).end(body);
    } else {
      headers.push('connection', 'close');
      response.writeHead(prepared.status, headers).write(body);
      closeLater(response);
    }
    this.record(request, refused, { path, requestId, ...prepared });
  }

  private record(
    request: IncomingMessage,
    { line: { key, token }, reason, waitedMs: durationMs }: OverloadedRequest,
    { path, requestId, error, status }: PreparedResponse & { path: string; requestId: string },
  ): void {
    if (token !== undefined && request.method === 'POST') {
      const running = this.metrics.requestStarted();
      recordRequest(this.metrics, running, { record: EMPTY_RECORD, error, outcome: error.kind, durationMs });
    } else {
      this.metrics.overloadRefused(reason);
      this.metrics.limitRefused('overload');
    }
    if (isModelPath(path)) {
      this.refusals.noteEarly(request, { requestId, error, durationMs, status, token });
    }
    if (this.logged.has(key)) return;
    this.logged.set(key, true);
    const { method } = request;
    const shortPath = path.slice(0, MAX_PATH_LENGTH);
    const tokenId = token?.id;
    this.logger.info(
      {
        requestId,
        method,
        path: shortPath,
        status,
        outcome: error.kind,
        durationMs: Math.round(durationMs),
        tokenId,
      },
      'request',
    );
  }

  private prepare(dialect: Dialect, reason: OverloadReason, retrySeconds: number): PreparedResponse {
    const key = `${dialect} ${reason} ${retrySeconds}`;
    const cached = this.prepared.get(key);
    if (cached !== undefined) return cached;
    const error = new OverloadRefusal(reason, retrySeconds);
    const { status, headers, body } = encodeError(error, dialect, ID_PLACEHOLDER);
    const prepared = {
      error,
      status,
      headers: flattenHeaders({ ...headers, ...COMMON_HEADERS }),
      body: JSON.stringify(body).split(ID_PLACEHOLDER),
    };
    this.prepared.set(key, prepared);
    return prepared;
  }
}

function findDialect({ headers, url }: IncomingMessage, path: string): Dialect {
  return getDialect({
    path,
    hasAnthropicVersion: 'anthropic-version' in headers || 'vendor-version' in headers,
    hasGoogleCredential: 'x-goog-api-key' in headers || typeof findQueryKey(url) === 'string',
  });
}

function isDiscardable({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  // After this response, a client that waits for "100 Continue" may send the body or not.
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_DISCARDED_BYTES;
}

/** Closing the connection while the client sends a body resets it, and the client may lose the response. */
function closeLater(response: ServerResponse): void {
  const timer = setTimeout(() => response.end(), LINGER_MS).unref();
  response.once('close', () => clearTimeout(timer));
}
