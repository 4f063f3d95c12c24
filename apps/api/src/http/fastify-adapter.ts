import { randomUUID } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Config } from '#config';
import { GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { encodeError } from '#wire';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Drain } from './drain.js';
import { newExchange } from './exchange.js';
import { normaliseUrl } from './normalise-url.js';
import { logRequest } from './request-log.js';
import { type RouteTable } from './route-table.js';

const MAX_HEADERS = 100;

export interface EdgeParts {
  http: Config['http'];
  routes: RouteTable;
  drain: Drain;
  logger: Logger;
}

/** The HTTP server with everything that holds for every request, whatever its route. */
export function createFastifyAdapter({ http, routes, drain, logger }: EdgeParts): FastifyAdapter {
  const adapter = new FastifyAdapter({
    trustProxy: http.trustProxy.length > 0 ? [...http.trustProxy] : false,
    genReqId: () => `req_${randomUUID().replaceAll('-', '')}`,
    rewriteUrl: (request: IncomingMessage) => normaliseUrl(request.url ?? '/'),
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: true,
    },
  });
  const server = adapter.getInstance<FastifyInstance>();
  // Without a limit of its own Node would drop the last headers in silence; they are counted below.
  server.server.maxHeadersCount = 0;
  server.removeAllContentTypeParsers();
  // Bodies are read by the handlers, behind the guard.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.decorateRequest('exchange');
  server.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  server.addHook('onRequest', (request, reply, done) => {
    request.exchange = newExchange();
    reply.raw.once('close', () => logRequest(logger, request, reply));
    void reply.headers({
      'x-request-id': request.id,
      'request-id': request.id,
      'x-content-type-options': 'nosniff',
    });
    if (drain.isDraining) void reply.header('connection', 'close');
    done(findEdgeFault(request, http.allowedHosts));
  });
  return adapter;
}

function findEdgeFault(
  request: FastifyRequest,
  allowedHosts: readonly string[] | undefined,
): GatewayError | undefined {
  const { rawHeaders } = request.raw;
  if (rawHeaders.length / 2 > MAX_HEADERS) {
    return new GatewayError('headers-too-large', `A request may have at most ${MAX_HEADERS} headers.`);
  }
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return new GatewayError('invalid-request', 'A request has exactly one Host header.');
  if (allowedHosts !== undefined && !isServedHost(request.headers.host ?? '', allowedHosts)) {
    return new GatewayError('host-not-served', 'This host name is not served here.');
  }
  return undefined;
}

/** An entry without a port stands for the host on any port. */
function isServedHost(host: string, allowedHosts: readonly string[]): boolean {
  const lower = host.toLowerCase();
  return allowedHosts.some(
    (entry) => entry.toLowerCase() === lower || entry.toLowerCase() === lower.replace(/:\d+$/, ''),
  );
}

/** What Node cannot even parse never becomes a request; it still gets an answer that a client can read. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  const { status, body } = encodeError(unreadable(error.code), 'openai', requestId);
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    `request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function unreadable(code: string | undefined): GatewayError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new GatewayError('headers-too-large', 'The headers of this request are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new GatewayError('request-timeout', 'The request did not arrive in time.');
  return new GatewayError('invalid-request', 'This is not a well-formed HTTP request.');
}
