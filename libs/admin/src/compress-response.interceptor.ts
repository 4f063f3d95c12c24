import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable, mergeMap } from 'rxjs';

/** Shorter responses fit into a few packets without compression. */
const MIN_LENGTH = 4_096;

/** Browsers send three or four. */
const MAX_ENCODINGS = 10;

const compress = promisify(gzip);

/**
 * Compresses long responses: lists and reports repeat the names of their members in every row. Only responses of GET
 * requests are compressed, never one that issues a secret.
 */
@Injectable()
export class CompressResponse implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { method, headers } = http.getRequest<FastifyRequest>();
    if (method !== 'GET' || !acceptsGzip(headers['accept-encoding'])) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(mergeMap((body: unknown) => compressBody(body, reply)));
  }
}

async function compressBody(body: unknown, reply: FastifyReply): Promise<unknown> {
  // A handler that sends the response itself returns nothing.
  if (typeof body !== 'object' || body === null) return body;
  const text = JSON.stringify(body);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (text.length < MIN_LENGTH) return text;
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  return compress(text);
}

function acceptsGzip(accepted: string | string[] | undefined): boolean {
  if (typeof accepted !== 'string') return false;
  return accepted.split(',', MAX_ENCODINGS).some((encoding) => encoding.trim() === 'gzip');
}
