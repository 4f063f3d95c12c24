import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GatewayError } from '#canonical';
import { readJsonBody } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable } from 'rxjs';

const MAX_BYTES = 2 ** 20;

/** On a route whose bodies may be larger than others: how many bytes. */
export const MaxBody = Reflector.createDecorator<number>();

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads the body for `@Body()`: behind the guard, so that strangers cannot make us hold one. */
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
  // Without one a browser sends a foreign page's body unasked, as it does a form's.
  if (hasBody(request) && request.headers['content-type'] === undefined) throw notJson();
  const bytes = await readJsonBody(request, reply, { maxBytes });
  return bytes.length === 0 ? {} : parse(bytes);
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
