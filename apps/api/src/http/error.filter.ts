import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { dialectOf, encodeError } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { LOGGER } from './logger.token.js';
import { RouteTable } from './route-table.js';

/** Every error of every route, said once, in the caller's dialect. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(RouteTable) private readonly routes: RouteTable,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { error, headers } = this.understand(thrown, request);
    if (error.kind === 'internal-error')
      this.logger.error({ err: thrown, requestId: request.id }, 'a request failed');
    request.exchange.record.outcome = error.kind;
    // Once an answer has begun, or nobody listens any more, there is no place left for a status.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
    const encoded = encodeError(error, callersDialect(request), request.id);
    void reply
      .code(encoded.status)
      .headers({ ...encoded.headers, ...headers })
      .send(encoded.body);
  }

  private understand(
    thrown: unknown,
    request: FastifyRequest,
  ): { error: GatewayError; headers: Record<string, string> } {
    if (thrown instanceof GatewayError) return { error: thrown, headers: closeWhereUnread(thrown) };
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.unknownRoute(request);
    return { error: asGatewayError(thrown), headers: {} };
  }

  private unknownRoute(request: FastifyRequest): { error: GatewayError; headers: Record<string, string> } {
    const path = pathOf(request);
    const methods = this.routes.methodsFor(path);
    if (methods.length === 0) {
      return {
        error: new GatewayError('unknown-path', `There is nothing at ${request.method} ${path}.`),
        headers: {},
      };
    }
    const allow = methods.join(', ');
    const message = `${request.method} is not allowed at ${path}; use ${allow}.`;
    return { error: new GatewayError('method-not-allowed', message), headers: { allow } };
  }
}

/** A body that was not read to its end would otherwise be taken for the next request. */
function closeWhereUnread(error: GatewayError): Record<string, string> {
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
  return GatewayError.from(thrown);
}

function callersDialect(request: FastifyRequest): ReturnType<typeof dialectOf> {
  const { headers } = request;
  return dialectOf({
    path: pathOf(request),
    hasAnthropicVersion: 'anthropic-version' in headers || 'vendor-version' in headers,
    hasGoogleCredential:
      'x-goog-api-key' in headers || typeof (request.query as { key?: unknown })?.key === 'string',
  });
}

/** Without the query: a credential may stand there, and error messages are logged by clients. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}
