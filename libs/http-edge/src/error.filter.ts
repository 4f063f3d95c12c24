import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { isDatabaseAway, isUnstorableText } from '#database';
import { LimitRefusal } from '#limits';
import { LOGGER, type Logger } from '#telemetry';
import { encodeError, encodeRateLimits } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getCallerDialect } from './get-caller-dialect.js';
import { getResponseHeaders } from './request-context.js';
import { getPath } from './get-path.js';
import { RouteTable } from './route-table.js';

/** How long the body of a client is read after the error response. */
const LINGER_MS = 5_000;

interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Sends the errors of all routes in the error format of the caller. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.sendError(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { error, headers } = this.toGatewayError(thrown, request);
    if (error.kind === 'internal-error')
      this.logger.error({ err: thrown, requestId: request.id }, 'request failed');
    request.requestContext.record.outcome = error.kind;
    request.requestContext.error = error;
    // No status can be sent if a response has started or the client has disconnected.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    const encoded = encodeError(error, getCallerDialect(request), request.id);
    const response = { ...encoded, headers: { ...encoded.headers, ...headers } };
    if (!request.raw.complete && isLargeBody(request, error)) sendThenLinger(request, reply, response);
    else void reply.code(response.status).headers(response.headers).send(response.body);
  }

  private toGatewayError(
    thrown: unknown,
    request: FastifyRequest,
  ): { error: GatewayError; headers: Record<string, string> } {
    if (thrown instanceof LimitRefusal) {
      return { error: thrown, headers: encodeRateLimits(thrown.state, getCallerDialect(request)) };
    }
    if (thrown instanceof GatewayError) return { error: thrown, headers: buildConnectionHeaders(thrown) };
    if (thrown instanceof HttpException && thrown.getStatus() === 404)
      return this.describeUnknownRoute(request);
    return { error: classifyError(thrown), headers: {} };
  }

  private describeUnknownRoute(request: FastifyRequest): {
    error: GatewayError;
    headers: Record<string, string>;
  } {
    const path = getPath(request);
    const methods = this.routes.methodsFor(path);
    if (methods.length === 0) {
      return {
        error: new GatewayError('unknown-path', `No route matches ${request.method} ${shorten(path)}.`),
        headers: {},
      };
    }
    const allow = methods.join(', ');
    const message = `${request.method} is not allowed for ${shorten(path)}. Allowed methods: ${allow}.`;
    return { error: new GatewayError('method-not-allowed', message), headers: { allow } };
  }
}

/** Uploads may continue for minutes after they were rejected. Other bodies end sooner than closing would take. */
function isLargeBody({ headers }: FastifyRequest, { kind }: GatewayError): boolean {
  return kind === 'body-too-large' || /^multipart\//i.test(headers['content-type'] ?? '');
}

/** Otherwise the rest of an unread body would be taken for the next request. */
function buildConnectionHeaders(error: GatewayError): Record<string, string> {
  if (error.status === 426) return { upgrade: 'websocket' };
  return error.kind === 'body-too-large' || error.kind === 'request-timeout' ? { connection: 'close' } : {};
}

function classifyError(thrown: unknown): GatewayError {
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : (thrown as { statusCode?: unknown } | null)?.statusCode;
  if (status === 415)
    return new GatewayError('unsupported-media-type', 'The content type of this request is not supported.');
  if (status === 413) return new GatewayError('body-too-large', 'The request body is too large.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new GatewayError('invalid-request', 'The request is malformed.');
  }
  if (isUnstorableText(thrown)) {
    return new GatewayError(
      'invalid-request',
      'The request contains the character U+0000, which cannot be stored.',
    );
  }
  if (isDatabaseAway(thrown)) {
    return new GatewayError('store-unavailable', 'The database is unavailable. Try again in a moment.', {
      cause: thrown,
    });
  }
  return GatewayError.from(thrown);
}

function shorten(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 200)}…`;
}

/**
 * Responds at once, but closes the connection only when the client has stopped sending: closing it earlier would reset
 * it, and the response would be lost.
 */
function sendThenLinger(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: ErrorReply,
): void {
  const { raw } = reply;
  const text = JSON.stringify(body);
  reply.hijack();
  raw.writeHead(status, {
    ...getResponseHeaders(reply),
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  raw.write(text);
  const timer = setTimeout(() => raw.end(), LINGER_MS);
  const end = (): void => {
    clearTimeout(timer);
    raw.end();
  };
  request.raw.once('end', end).once('close', end).resume();
}
