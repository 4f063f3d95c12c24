import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Token, TokenDirectory } from '#access';
import { newRecord } from '#admission';
import { Drain, getCallerDialect, getPath, newRequestId, requestIdHeaders } from '#http-edge';
import { LimitRefusal } from '#limits';
import { LOGGER, type Logger, Metrics } from '#telemetry';
import { encodeError, encodeRateLimits } from '#wire';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { recordRequest } from '../metrics/record-request.js';
import { Admissions } from './admissions.js';
import { flattenHeaders } from './flatten-headers.js';
import { RefusedRequests } from './refused-requests.js';

type Dialect = ReturnType<typeof getCallerDialect>;
type CurrentRefusal = NonNullable<ReturnType<Admissions['findRefusal']>>;

/** A refused request, with the parts of its response that all such responses have in common. */
interface RememberedRefusal {
  token: Token;
  host: string | undefined;
  headerCount: number;
  dialect: Dialect;
  /** The headers of the response, without those of the refusal. */
  headers: readonly string[];
  /** Adds the common fields to each line. */
  logger: Logger;
  response?: PreparedResponse;
}

interface PreparedResponse {
  error: LimitRefusal;
  /** The response is valid for this number of seconds to wait, and for this limit. */
  waitSeconds: number;
  limitKey: string;
  status: number;
  headers: readonly string[];
  /** Undefined if the body contains the request id. */
  body: Buffer | undefined;
}

const MAX_REMEMBERED = 1_000;
/** Limits how long the keys, which contain credentials, are in memory. */
const FORGET_EVERY_MS = 60_000;
const CREDENTIALS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'] as const;
const MAX_PATH_LENGTH = 500;
/** No upstream was called. */
const EMPTY_RECORD = newRecord();
/** Headers that differ between the refusals. */
const REFUSAL_HEADERS =
  /^(x-request-id|request-id|content-length|retry-after|x-should-retry|(x|anthropic)-ratelimit-.*)$/;

/**
 * A fast path for the requests of a token that keeps sending although one of its limits is reached. The refusal is certain as
 * soon as the headers have arrived, so the prepared response of the last refusal is sent, without routing and exceptions. All
 * other requests are served as usual.
 */
@Injectable()
export class RepeatedRefusals implements OnApplicationShutdown {
  @Inject(RefusedRequests) private readonly refusals!: RefusedRequests;
  private readonly remembered = new LRUCache<string, RememberedRefusal>({ max: MAX_REMEMBERED });
  private readonly timer = setInterval(() => this.remembered.clear(), FORGET_EVERY_MS).unref();

  constructor(
    private readonly tokens: TokenDirectory,
    private readonly admissions: Admissions,
    private readonly metrics: Metrics,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs before the request listeners that the server has now. */
  guard(server: Server): void {
    const listeners = server.listeners('request') as ((
      ...event: [IncomingMessage, ServerResponse]
    ) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.remembered.size > 0 && this.refuseAgain(request, response)) return;
      for (const serve of listeners) serve.call(server, request, response);
    });
  }

  /** Remembers a refused request when its response was sent. */
  remember(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { token } = request.requestContext;
    if (!(thrown instanceof LimitRefusal) || thrown.kind === 'request-over-limit') return;
    // If the address matters, or the body may have to be read, every request is checked separately.
    if (token === undefined || token.allowedAddresses !== undefined || !isJson(request)) return;
    request.requestContext.onEnd(() => {
      if (reply.raw.writableFinished && !reply.hasHeader('connection')) this.add(token, request, reply);
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.remembered.clear();
  }

  private add(token: Token, request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    const path = getPath(request).slice(0, MAX_PATH_LENGTH);
    this.remembered.set(toKey(raw), {
      token,
      host: raw.headers.host,
      headerCount: raw.rawHeaders.length,
      dialect: getCallerDialect(request),
      headers: listCommonHeaders(reply),
      logger: this.logger.child({ method: raw.method, path, tokenId: token.id, attempts: [] }),
    });
  }

  /** Returns whether a response was sent. */
  private refuseAgain(request: IncomingMessage, response: ServerResponse): boolean {
    const key = toKey(request);
    const earlier = this.remembered.get(key);
    if (earlier === undefined) return false;
    const nowMs = Date.now();
    const refusal = this.isUnchanged(earlier, request, nowMs)
      ? this.admissions.findRefusal(earlier.token, request.headers['content-length'], nowMs)
      : undefined;
    if (refusal === undefined) {
      this.remembered.delete(key);
      return false;
    }
    this.send(earlier, refusal, request, response);
    return true;
  }

  /** Whether the request passes the same checks as the earlier one, up to the limits. */
  private isUnchanged(
    { token, host, headerCount }: RememberedRefusal,
    request: IncomingMessage,
    nowMs: number,
  ): boolean {
    return (
      !this.drain.isDraining &&
      request.headers.host === host &&
      request.rawHeaders.length === headerCount &&
      token.expiresAtMs > nowMs &&
      this.tokens.findCurrent(token) === token
    );
  }

  private send(
    earlier: RememberedRefusal,
    refusal: CurrentRefusal,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const startedAt = performance.now();
    const { error, status, headers, body } = prepareResponse(earlier, refusal);
    const requestId = newRequestId();
    const bytes = body ?? encodeBody(error, earlier.dialect, requestId);
    const limits = encodeRateLimits(refusal.state, earlier.dialect);
    response.writeHead(status, [
      ...headers,
      ...flattenHeaders(limits),
      ...flattenHeaders(requestIdHeaders(requestId)),
      'content-length',
      String(bytes.length),
    ]);
    response.end(bytes);
    const durationMs = performance.now() - startedAt;
    const running = this.metrics.requestStarted();
    recordRequest(this.metrics, running, { record: EMPTY_RECORD, error, outcome: error.kind, durationMs });
    this.refusals.noteEarly(request, { requestId, error, durationMs, status, token: earlier.token });
    earlier.logger.info(
      { requestId, status, outcome: error.kind, durationMs: Math.round(durationMs * 10) / 10 },
      'request',
    );
  }
}

function isJson({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** The method, the URL and the credential. The URL may contain a credential, too. */
function toKey({ method, url, headers }: IncomingMessage): string {
  let key = `${method} ${url}`;
  for (const name of CREDENTIALS) key += `\n${headers[name]?.toString() ?? ''}`;
  return key;
}

/** Prepares a response, or returns the last one if it is still valid. */
function prepareResponse(earlier: RememberedRefusal, refusal: CurrentRefusal): PreparedResponse {
  const waitSeconds = Math.ceil(refusal.waitMs / 1_000);
  const limitKey = refusal.check.key;
  const lastResponse = earlier.response;
  if (lastResponse?.waitSeconds === waitSeconds && lastResponse.limitKey === limitKey) return lastResponse;
  const error = LimitRefusal.forNow(refusal);
  const { status, headers } = encodeError(error, earlier.dialect, '');
  const body = earlier.dialect === 'anthropic' ? undefined : encodeBody(error, earlier.dialect, '');
  earlier.response = {
    error,
    waitSeconds,
    limitKey,
    status,
    headers: [...earlier.headers, ...flattenHeaders(headers)],
    body,
  };
  return earlier.response;
}

function encodeBody(error: LimitRefusal, dialect: Dialect, requestId: string): Buffer {
  return Buffer.from(JSON.stringify(encodeError(error, dialect, requestId).body));
}

function listCommonHeaders(reply: FastifyReply): string[] {
  const own = Object.entries(reply.getHeaders()).filter(([name]) => !REFUSAL_HEADERS.test(name));
  return own.flatMap(([name, value]) => [name, String(value)]);
}
