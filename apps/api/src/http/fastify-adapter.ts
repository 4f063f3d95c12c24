import { type IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Config, type PublicUrl } from '#config';
import { GatewayError } from '#canonical';
import {
  type Drain,
  callersDialect,
  getPath,
  Exchange,
  addAnswerHeaders,
  newRequestId,
  prepareServer,
  type RouteTable,
} from '#http-edge';
import { type Logger } from '#telemetry';
import { encodeError } from '#wire';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type RelayedFormat } from '../model-api/relay-route.js';
import { handleCors } from './cors.js';
import { normaliseUrl } from './normalise-url.js';
import { getClientFacts } from './client-facts.js';
import { type RefusedRequests } from './refused-requests.js';
import { logRequest } from './request-log.js';
import { answerUnreadable, refuseExpectation } from './unreadable-request.js';

const MAX_HEADERS = 100;
const HOST = 'host';

export interface Edge {
  http: Config['http'];
  routes: RouteTable;
  drain: Drain;
  publicUrl: PublicUrl;
  logger: Logger;
  refusals: Pick<RefusedRequests, 'noteEarly' | 'noteEnd'>;
  /** Serves the routes that only relay. Answers in any case, and never rejects. */
  relay: (format: RelayedFormat, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

const MAX_HEADER_BYTES = 16 * 1024;

const TCP_PROBE_AFTER_MS = 30_000;

/** Fastify with limits on headers, bodies and idle connections. */
export function createFastifyAdapter(
  http: Config['http'],
  logger: Logger,
  findRefusals: () => RefusedRequests | undefined,
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    trustProxy: http.trustProxy.length > 0 ? [...http.trustProxy] : false,
    genReqId: newRequestId,
    rewriteUrl: (request: IncomingMessage) => normaliseUrl(request.url ?? '/'),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, findRefusals()),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      beginExchange(request, reply, logger);
      request.exchange.whenOver(() => findRefusals()?.noteEnd(request, reply));
      answerBadUrl(request, reply);
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // A longer parameter than usual still has its route: whoever serves that says what is wrong with it.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A missing Host is refused below: Node would do it without a word.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      // As much as one read of an upstream brings: with less room, Node asks to wait in the middle of it.
      highWaterMark: 64 * 1024,
      // An answer may take ten minutes without a byte: what stands between must not take the connection for dead, and
      // a client that has vanished without a word is found out.
      keepAlive: true,
      keepAliveInitialDelay: TCP_PROBE_AFTER_MS,
    },
  });
  return adapter;
}

/** Adds everything that holds for every request, whatever its route. */
export function prepareEdge(adapter: FastifyAdapter, edge: Edge): void {
  const { http, routes, drain, publicUrl, logger, refusals, relay } = edge;
  const server = adapter.getInstance<FastifyInstance>();
  // Without a limit of its own Node would drop the last headers in silence; they are counted below.
  server.server.maxHeadersCount = 0;
  server.server.on('checkExpectation', (request, response) => refuseExpectation(request, response, refusals));
  // Whoever reads the body says "continue", when the request has been found worth it.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));
  prepareServer(server, routes);
  const relayedFormats = new Map<string, RelayedFormat>();
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.relayedFormat !== undefined) relayedFormats.set(url, config.relayedFormat);
  });
  server.addHook('onRequest', (request, reply, done) => {
    beginExchange(request, reply, logger);
    request.exchange.whenOver(() => refusals.noteEnd(request, reply));
    const fault = findEdgeFault(request, http.allowedHosts);
    if (drain.isDraining || fault !== undefined) void reply.header('connection', 'close');
    if (fault !== undefined) return done(fault);
    const path = getPath(request);
    if (handleCors(path, request, reply)) return;
    // A path that is percent-encoded differs from that of its route.
    const route = path.includes('%') ? request.routeOptions.url : path;
    const format = request.method === 'POST' ? relayedFormats.get(route ?? '') : undefined;
    if (format === undefined) done();
    else void relay(format, request, reply);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    addAnswerHeaders(reply);
    done();
  });
  server.addHook('onListen', (done) => {
    const [address] = server.addresses();
    if (address !== undefined) publicUrl.listensOn(address.port);
    done();
  });
}

/** Gives a request its record and its id; from here on it will be logged. */
function beginExchange(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const exchange = new Exchange();
  const { id } = request;
  request.exchange = exchange;
  exchange.record.client = getClientFacts(request);
  // Both names under which client libraries look for it.
  exchange.answerHeaders.push('x-request-id', id, 'request-id', id, 'x-content-type-options', 'nosniff');
  exchange.endWith(reply.raw);
  exchange.whenOver(() => logRequest(logger, request, reply));
}

/** An address that cannot be decoded has no route, so neither hooks nor filters would see it. */
function answerBadUrl(request: FastifyRequest, reply: FastifyReply): void {
  const error = new GatewayError('invalid-request', 'The URL of this request is malformed.');
  request.exchange.record.outcome = error.kind;
  request.exchange.error = error;
  const { status, headers, body } = encodeError(error, callersDialect(request), request.id);
  addAnswerHeaders(reply);
  void reply.code(status).headers(headers).send(body);
}

/** What is wrong with a request whatever it asks for. */
function findEdgeFault(
  request: FastifyRequest,
  allowedHosts: readonly string[] | undefined,
): GatewayError | undefined {
  const { rawHeaders, httpVersion } = request.raw;
  if (rawHeaders.length / 2 > MAX_HEADERS) {
    return new GatewayError('headers-too-large', `A request can have at most ${MAX_HEADERS} headers.`);
  }
  const hosts = countHosts(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return new GatewayError('invalid-request', 'A request must have exactly one Host header.');
  }
  if (allowedHosts !== undefined && !isServedHost(request.headers.host ?? '', allowedHosts)) {
    return new GatewayError(
      'host-not-served',
      'This host name is not served by the gateway (MODELGATE_ALLOWED_HOSTS).',
    );
  }
  return undefined;
}

/** Names and values in turn. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}

/** An entry without a port stands for the host on any port. */
function isServedHost(host: string, allowedHosts: readonly string[]): boolean {
  const lower = host.toLowerCase();
  const withoutPort = lower.replace(/:\d+$/, '');
  return allowedHosts.some((entry) => entry.toLowerCase() === lower || entry.toLowerCase() === withoutPort);
}
