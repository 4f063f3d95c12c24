import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable, mergeMap } from 'rxjs';

/** What is shorter fits into a few packets as it is. */
const MIN_LENGTH = 4_096;

/** A browser names three or four. */
const MAX_ENCODINGS = 10;

const compress = promisify(gzip);

/**
 * Sends long answers compressed: lists and reports repeat the names of their members in every row. Only what is read is
 * compressed, never an answer that issues a secret.
 */
@Injectable()
export class CompressAnswer implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { method, headers } = http.getRequest<FastifyRequest>();
    if (method !== 'GET' || !takesGzip(headers['accept-encoding'])) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(mergeMap((answer: unknown) => compressAnswer(answer, reply)));
  }
}

async function compressAnswer(answer: unknown, reply: FastifyReply): Promise<unknown> {
  // Whoever answers by itself returns nothing here.
  if (typeof answer !== 'object' || answer === null) return answer;
  const text = JSON.stringify(answer);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (text.length < MIN_LENGTH) return text;
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  return compress(text);
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  if (typeof accepted !== 'string') return false;
  return accepted.split(',', MAX_ENCODINGS).some((encoding) => encoding.trim() === 'gzip');
}
