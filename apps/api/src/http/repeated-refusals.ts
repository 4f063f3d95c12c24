import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Token, TokenDirectory } from '#access';
import { newRecord } from '#admission';
import { Drain, callersDialect, getPath, newRequestId, requestIdHeaders } from '#http-edge';
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

type Dialect = ReturnType<typeof callersDialect>;
type KnownRefusal = NonNullable<ReturnType<Admissions['findRefusal']>>;

/** A request like others before it that were refused, and what does not change from one answer to the next. */
interface Known {
  token: Token;
  host: string | undefined;
  headerCount: number;
  dialect: Dialect;
  /** Of the whole answer, those that belong to no refusal. */
  headers: readonly string[];
  /** Writes lines that say already what all of them have in common. */
  logger: Logger;
  answer?: PreparedAnswer;
}

interface PreparedAnswer {
  error: LimitRefusal;
  /** In which second of its wait, and for which limit, the answer is right. */
  waitSeconds: number;
  limitKey: string;
  status: number;
  headers: readonly string[];
  /** Undefined where it names the request. */
  body: Buffer | undefined;
}

const MAX_KNOWN = 1_000;
/** Their keys hold credentials, which are kept no longer than they are of use. */
const FORGET_EVERY_MS = 60_000;
const CREDENTIALS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'] as const;
const MAX_PATH_LENGTH = 500;
/** No upstream was asked. */
const NOTHING = newRecord();
/** What differs from one refusal to the next. */
const OF_REFUSAL =
  /^(x-request-id|request-id|content-length|retry-after|x-should-retry|(x|anthropic)-ratelimit-.*)$/;

/**
 * Answers the requests of a token that goes on asking though a limit of it is used up. What such a request would be told
 * is known as soon as its head has arrived, so it costs others hardly more than that: no route is looked for, nothing is
 * thrown, and the answer is the prepared one of the last refusal. Whatever is not certain is left to the usual way.
 */
@Injectable()
export class RepeatedRefusals implements OnApplicationShutdown {
  @Inject(RefusedRequests) private readonly refusals!: RefusedRequests;
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  private readonly timer = setInterval(() => this.known.clear(), FORGET_EVERY_MS).unref();

  constructor(
    private readonly tokens: TokenDirectory,
    private readonly admissions: Admissions,
    private readonly metrics: Metrics,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stands before whatever else answers the requests of a server. */
  guard(server: Server): void {
    const others = server.listeners('request') as ((...event: [IncomingMessage, ServerResponse]) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (this.known.size > 0 && this.answer(request, response)) return;
      for (const serve of others) serve.call(server, request, response);
    });
  }

  /** Notes a refusal once it has been answered. */
  remember(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { token } = request.exchange;
    if (!(thrown instanceof LimitRefusal) || thrown.kind === 'request-over-limit') return;
    // Where an address counts, or a body may have to be waited for, every request is looked at by itself.
    if (token === undefined || token.allowedAddresses !== undefined || !isJson(request)) return;
    request.exchange.whenOver(() => {
      if (reply.raw.writableFinished && !reply.hasHeader('connection')) this.add(token, request, reply);
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.known.clear();
  }

  private add(token: Token, request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    const path = getPath(request).slice(0, MAX_PATH_LENGTH);
    this.known.set(toKey(raw), {
      token,
      host: raw.headers.host,
      headerCount: raw.rawHeaders.length,
      dialect: callersDialect(request),
      headers: withoutRefusal(reply),
      logger: this.logger.child({ method: raw.method, path, tokenId: token.id, attempts: [] }),
    });
  }

  /** Whether the request has been answered. */
  private answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = toKey(request);
    const known = this.known.get(key);
    if (known === undefined) return false;
    const nowMs = Date.now();
    const refusal = this.isSame(known, request, nowMs)
      ? this.admissions.findRefusal(known.token, request.headers['content-length'], nowMs)
      : undefined;
    if (refusal === undefined) {
      this.known.delete(key);
      return false;
    }
    this.send(known, refusal, request, response);
    return true;
  }

  /** Whether nothing but a limit can stand in the way of this request. */
  private isSame({ token, host, headerCount }: Known, request: IncomingMessage, nowMs: number): boolean {
    return (
      !this.drain.isDraining &&
      request.headers.host === host &&
      request.rawHeaders.length === headerCount &&
      token.expiresAtMs > nowMs &&
      this.tokens.findCurrent(token) === token
    );
  }

  private send(
    known: Known,
    refusal: KnownRefusal,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const startedAt = performance.now();
    const { error, status, headers, body } = prepareAnswer(known, refusal);
    const requestId = newRequestId();
    const bytes = body ?? encodeBody(error, known.dialect, requestId);
    const limits = encodeRateLimits(refusal.state, known.dialect);
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
    recordRequest(this.metrics, running, { record: NOTHING, error, outcome: error.kind, durationMs });
    this.refusals.noteEarly(request, { requestId, error, durationMs, status, token: known.token });
    known.logger.info(
      { requestId, status, outcome: error.kind, durationMs: Math.round(durationMs * 10) / 10 },
      'request',
    );
  }
}

function isJson({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** All by which requests of the same client and kind are known; the address may hold a credential as well. */
function toKey({ method, url, headers }: IncomingMessage): string {
  let key = `${method} ${url}`;
  for (const name of CREDENTIALS) key += `\n${headers[name]?.toString() ?? ''}`;
  return key;
}

/** The answer of this second. */
function prepareAnswer(known: Known, refusal: KnownRefusal): PreparedAnswer {
  const waitSeconds = Math.ceil(refusal.waitMs / 1_000);
  const limitKey = refusal.check.key;
  const last = known.answer;
  if (last?.waitSeconds === waitSeconds && last.limitKey === limitKey) return last;
  const error = LimitRefusal.forNow(refusal);
  const { status, headers } = encodeError(error, known.dialect, '');
  const body = known.dialect === 'anthropic' ? undefined : encodeBody(error, known.dialect, '');
  known.answer = {
    error,
    waitSeconds,
    limitKey,
    status,
    headers: [...known.headers, ...flattenHeaders(headers)],
    body,
  };
  return known.answer;
}

function encodeBody(error: LimitRefusal, dialect: Dialect, requestId: string): Buffer {
  return Buffer.from(JSON.stringify(encodeError(error, dialect, requestId).body));
}

function withoutRefusal(reply: FastifyReply): string[] {
  const own = Object.entries(reply.getHeaders()).filter(([name]) => !OF_REFUSAL.test(name));
  return own.flatMap(([name, value]) => [name, String(value)]);
}
