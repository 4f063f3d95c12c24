import { type IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Config, type PublicUrl } from '#config';
import { GatewayError } from '#canonical';
import {
  type Drain,
  getCallerDialect,
  getPath,
  RequestContext,
  addResponseHeaders,
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
import { sendUnreadableError, refuseExpectation } from './unreadable-request.js';

const MAX_HEADERS = 100;
const HOST = 'host';

export interface EdgeOptions {
  http: Config['http'];
  routes: RouteTable;
  drain: Drain;
  publicUrl: PublicUrl;
  logger: Logger;
  refusals: Pick<RefusedRequests, 'noteEarly' | 'noteEnd'>;
  /** Serves the routes that only relay requests. Always sends a response, and never rejects. */
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
    clientErrorHandler: (error, socket) => sendUnreadableError(error, socket, findRefusals()),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      beginRequest(request, reply, logger);
      request.requestContext.onEnd(() => findRefusals()?.noteEnd(request, reply));
      sendBadUrlError(request, reply);
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Long path parameters, such as ids, are accepted here: their handlers respond with a specific error.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A missing Host header is refused in `findEdgeFault`: Node would respond without a body.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      // The size of one read from an upstream: with a smaller buffer, Node reports backpressure for each of them.
      highWaterMark: 64 * 1024,
      // Ten minutes can pass before the first byte of a response. TCP keep-alive stops proxies from closing the connection as
      // idle, and detects clients that have disappeared.
      keepAlive: true,
      keepAliveInitialDelay: TCP_PROBE_AFTER_MS,
    },
  });
  return adapter;
}

/** Adds the checks, headers and logs of all requests, independent of their route. */
export function prepareEdge(adapter: FastifyAdapter, edge: EdgeOptions): void {
  const { http, routes, drain, publicUrl, logger, refusals, relay } = edge;
  const server = adapter.getInstance<FastifyInstance>();
  // Node would silently drop headers over its limit. `findEdgeFault` refuses such requests.
  server.server.maxHeadersCount = 0;
  server.server.on('checkExpectation', (request, response) => refuseExpectation(request, response, refusals));
  // "100 Continue" is sent when the body is read, after the request was authenticated and admitted.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));
  prepareServer(server, routes);
  const relayedFormats = new Map<string, RelayedFormat>();
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.relayedFormat !== undefined) relayedFormats.set(url, config.relayedFormat);
  });
  server.addHook('onRequest', (request, reply, done) => {
    beginRequest(request, reply, logger);
    request.requestContext.onEnd(() => refusals.noteEnd(request, reply));
    const fault = findEdgeFault(request, http.allowedHosts);
    if (drain.isDraining || fault !== undefined) void reply.header('connection', 'close');
    if (fault !== undefined) return done(fault);
    const path = getPath(request);
    if (handleCors(path, request, reply)) return;
    // A percent-encoded path differs from the path of its route.
    const route = path.includes('%') ? request.routeOptions.url : path;
    const format = request.method === 'POST' ? relayedFormats.get(route ?? '') : undefined;
    if (format === undefined) done();
    else void relay(format, request, reply);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    addResponseHeaders(reply);
    done();
  });
  server.addHook('onListen', (done) => {
    const [address] = server.addresses();
    if (address !== undefined) publicUrl.listensOn(address.port);
    done();
  });
}

/** Creates the context of a request. The request is logged when it ends. */
function beginRequest(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const requestContext = new RequestContext();
  const { id } = request;
  request.requestContext = requestContext;
  requestContext.record.client = getClientFacts(request);
  // Client libraries look for one of both names.
  requestContext.responseHeaders.push(
    'x-request-id',
    id,
    'request-id',
    id,
    'x-content-type-options',
    'nosniff',
  );
  requestContext.endWithConnection(reply.raw);
  requestContext.onEnd(() => logRequest(logger, request, reply));
}

/** A URL that cannot be decoded has no route, so neither hooks nor filters run for it. */
function sendBadUrlError(request: FastifyRequest, reply: FastifyReply): void {
  const error = new GatewayError('invalid-request', 'The URL of this request is malformed.');
  request.requestContext.record.outcome = error.kind;
  request.requestContext.error = error;
  const { status, headers, body } = encodeError(error, getCallerDialect(request), request.id);
  addResponseHeaders(reply);
  void reply.code(status).headers(headers).send(body);
}

/** Checks the headers of a request, independent of its route. */
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

/** `rawHeaders` has names and values, which alternate. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}

/** An entry without a port matches the host on any port. */
function isServedHost(host: string, allowedHosts: readonly string[]): boolean {
  const lower = host.toLowerCase();
  const withoutPort = lower.replace(/:\d+$/, '');
  return allowedHosts.some((entry) => entry.toLowerCase() === lower || entry.toLowerCase() === withoutPort);
}
