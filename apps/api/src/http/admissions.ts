import { type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { callersDialect } from '#http-edge';
import { estimateTokens } from '#relay';
import { encodeRateLimits } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { RequestObserver } from '../tracing/request-observer.js';
import { countUnits } from './arriving-bodies.js';
import { RequestQueue } from './request-queue.js';

/** What a chunk of a stream costs, in units of the request queue. */
const UNITS_PER_CHUNK = 0.2;

/** Admits requests over HTTP before their bodies are read. */
@Injectable()
export class Admissions {
  constructor(
    private readonly admission: ModelAdmission,
    private readonly queue: RequestQueue,
    private readonly observer: RequestObserver,
  ) {}

  /** Throws the refusal. Waits only where the counts are kept elsewhere. */
  enter(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    this.observer.observe(request, reply);
    const { exchange } = request;
    exchange.whenOver(() => this.queue.charge(token.id, UNITS_PER_CHUNK * exchange.streamedChunks));
    const { headers, id: requestId } = request;
    const { client, trace } = exchange.record;
    const tokens = this.admission.isLimitedByTokens(token) ? estimateFromHead(headers) : 0;
    const admitted = this.admission.admit({ surface: 'http', requestId, token, client, trace, tokens });
    if (!(admitted instanceof Promise)) return note(admitted, request, reply);
    return admitted.then((call) => note(call, request, reply));
  }

  /** Reserves the tokens of a body whose size the head of the request did not tell. Throws the refusal. */
  reserve(request: FastifyRequest, reply: FastifyReply, bytes: number): void | Promise<void> {
    const { admitted, token } = request.exchange;
    const isInflated = request.headers['content-encoding'] !== undefined;
    if (isInflated && token !== undefined) this.queue.charge(token.id, countUnits(bytes));
    if (admitted === undefined || !admitted.isUnsized) return undefined;
    const tell = (): void => void reply.headers(encodeRateLimits(admitted.state, callersDialect(request)));
    const reserving = admitted.reserve(estimateTokens(bytes));
    return reserving === undefined ? tell() : reserving.then(tell);
  }

  /** The refusal that a request of this length would get, where it is known already; nothing is counted. */
  findRefusal(
    token: Token,
    contentLength: string | undefined,
    nowMs: number,
  ): ReturnType<ModelAdmission['findRefusal']> {
    const tokens = estimateFromHead({ 'content-length': contentLength });
    return this.admission.findRefusal({ token, surface: 'http', tokens }, nowMs);
  }
}

function note(admitted: AdmittedCall, request: FastifyRequest, reply: FastifyReply): void {
  const { exchange } = request;
  exchange.admitted = admitted;
  if (!admitted.isCounted) return;
  // Its client may have left while the counts were asked for.
  if (reply.raw.closed || reply.raw.destroyed) return admitted.settle();
  void reply.headers(encodeRateLimits(admitted.state, callersDialect(request)));
  // Every call that reached an upstream has its usage by then, if only an estimate.
  exchange.whenOver(() => admitted.settle(exchange.record.usage));
}

/** Undefined where the head does not tell the size of the body: it comes in chunks, or compressed. */
function estimateFromHead(headers: FastifyRequest['headers']): number | undefined {
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] !== undefined || !Number.isFinite(length)) return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? estimateTokens(length) : undefined;
}
