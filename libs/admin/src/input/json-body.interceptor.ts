import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GatewayError } from '#canonical';
import { readJsonBody } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable } from 'rxjs';
import { hasMoreValues } from './many-values.js';

const MAX_BYTES = 2 ** 20;

/** The maximum number of JSON values of a body, also of a config file with 10,000 entries. */
const MAX_VALUES = 200_000;

/** The maximum body size in bytes of a route that accepts larger bodies. */
export const MaxBody = Reflector.createDecorator<number>();

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads the body for `@Body()`. It runs after the guard, so that bodies of unauthenticated clients are not buffered. */
@Injectable()
export class JsonBody implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (WITH_BODY.has(request.method)) {
      const maxBytes = this.reflector.get(MaxBody, context.getHandler()) ?? MAX_BYTES;
      request.body = await readBody(request, http.getResponse<FastifyReply>(), maxBytes);
    }
    return next.handle();
  }
}

async function readBody(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<unknown> {
  // Browsers send a body without content type from other origins without a preflight request.
  if (hasBody(request) && request.headers['content-type'] === undefined) throw notJson();
  const bytes = await readJsonBody(request, reply, { maxBytes });
  // A config file of the operator is only limited by its size.
  if (request.principal?.kind !== 'operator') refuseManyValues(bytes);
  return bytes.length === 0 ? {} : parse(bytes);
}

function refuseManyValues(bytes: Buffer): void {
  if (!hasMoreValues(bytes, MAX_VALUES)) return;
  throw new GatewayError('body-too-large', `The request body has more than ${MAX_VALUES} JSON values.`, {
    code: 'too_many_values',
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new GatewayError('invalid-json', 'The request body is not valid JSON.');
  }
}

function notJson(): GatewayError {
  return new GatewayError(
    'unsupported-media-type',
    'The request body must be JSON (content-type: application/json).',
  );
}
