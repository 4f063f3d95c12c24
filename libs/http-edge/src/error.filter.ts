import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { isDatabaseAway, isUnstorableText } from '#database';
import { LimitRefusal } from '#limits';
import { LOGGER, type Logger } from '#telemetry';
import { encodeError, encodeRateLimits } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { callersDialect } from './callers-dialect.js';
import { getAnswerHeaders } from './exchange.js';
import { getPath } from './get-path.js';
import { RouteTable } from './route-table.js';

/** How long a client that is still sending its body is listened to. */
const LINGER_MS = 5_000;

interface LastAnswer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Every error of every route, said once, in the caller's dialect. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { error, headers } = this.understand(thrown, request);
    if (error.kind === 'internal-error')
      this.logger.error({ err: thrown, requestId: request.id }, 'a request failed');
    request.exchange.record.outcome = error.kind;
    request.exchange.error = error;
    // Once an answer has begun, or nobody listens any more, there is no place left for a status.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    const encoded = encodeError(error, callersDialect(request), request.id);
    const answer = { ...encoded, headers: { ...encoded.headers, ...headers } };
    if (!request.raw.complete && isLargeBody(request, error)) sendThenLinger(request, reply, answer);
    else void reply.code(answer.status).headers(answer.headers).send(answer.body);
  }

  private understand(
    thrown: unknown,
    request: FastifyRequest,
  ): { error: GatewayError; headers: Record<string, string> } {
    if (thrown instanceof LimitRefusal) {
      return { error: thrown, headers: encodeRateLimits(thrown.state, callersDialect(request)) };
    }
    if (thrown instanceof GatewayError) return { error: thrown, headers: connectionHeaders(thrown) };
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.unknownRoute(request);
    return { error: asGatewayError(thrown), headers: {} };
  }

  private unknownRoute(request: FastifyRequest): { error: GatewayError; headers: Record<string, string> } {
    const path = getPath(request);
    const methods = this.routes.methodsFor(path);
    if (methods.length === 0) {
      return {
        error: new GatewayError('unknown-path', `There is nothing at ${request.method} ${shorten(path)}.`),
        headers: {},
      };
    }
    const allow = methods.join(', ');
    const message = `${request.method} is not allowed at ${shorten(path)}; use ${allow}.`;
    return { error: new GatewayError('method-not-allowed', message), headers: { allow } };
  }
}

/** Uploads may go on for minutes after they were refused; other bodies are read away sooner than it would take to close. */
function isLargeBody({ headers }: FastifyRequest, { kind }: GatewayError): boolean {
  return kind === 'body-too-large' || /^multipart\//i.test(headers['content-type'] ?? '');
}

/** A body that was not read to its end would otherwise be taken for the next request. */
function connectionHeaders(error: GatewayError): Record<string, string> {
  if (error.status === 426) return { upgrade: 'websocket' };
  return error.kind === 'body-too-large' || error.kind === 'request-timeout' ? { connection: 'close' } : {};
}

function asGatewayError(thrown: unknown): GatewayError {
  const status =
    thrown instanceof HttpException
      ? thrown.getStatus()
      : (thrown as { statusCode?: unknown } | null)?.statusCode;
  if (status === 415)
    return new GatewayError('unsupported-media-type', 'The content type of this request cannot be read.');
  if (status === 413) return new GatewayError('body-too-large', 'The request body is too large.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new GatewayError('invalid-request', 'The request cannot be understood.');
  }
  if (isUnstorableText(thrown)) {
    return new GatewayError(
      'invalid-request',
      'The request contains the character U+0000, which cannot be stored.',
    );
  }
  if (isDatabaseAway(thrown)) {
    return new GatewayError('store-unavailable', 'The database is out of reach. Try again in a moment.', {
      cause: thrown,
    });
  }
  return GatewayError.from(thrown);
}

function shorten(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 200)}…`;
}

/**
 * Answers at once, but closes only when the client has stopped sending: a connection that is closed under a body
 * in transit is reset, and the answer is lost with it.
 */
function sendThenLinger(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: LastAnswer,
): void {
  const { raw } = reply;
  const text = JSON.stringify(body);
  reply.hijack();
  raw.writeHead(status, {
    ...getAnswerHeaders(reply),
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
