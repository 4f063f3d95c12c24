import { type Token } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { getCallerDialect } from '#http-edge';
import { estimateTokens } from '#relay';
import { encodeRateLimits } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { RequestObserver } from '../tracing/request-observer.js';
import { countUnits } from './arriving-bodies.js';
import { RequestQueue } from './request-queue.js';

/** The work of writing one chunk of a stream, in units of the request queue. */
const UNITS_PER_CHUNK = 0.2;

/** Admits requests over HTTP before their bodies are read. */
@Injectable()
export class Admissions {
  constructor(
    private readonly admission: ModelAdmission,
    private readonly queue: RequestQueue,
    private readonly observer: RequestObserver,
  ) {}

  /** Throws the refusal. Returns a promise only if the limits are shared through Redis. */
  admit(request: FastifyRequest, reply: FastifyReply, token: Token): void | Promise<void> {
    this.observer.observe(request, reply);
    const { requestContext } = request;
    requestContext.onEnd(() => this.queue.charge(token.id, UNITS_PER_CHUNK * requestContext.streamedChunks));
    const { headers, id: requestId } = request;
    const { client, trace } = requestContext.record;
    const tokens = this.admission.isLimitedByTokens(token) ? estimateFromHead(headers) : 0;
    const admitted = this.admission.admit({ surface: 'http', requestId, token, client, trace, tokens });
    if (!(admitted instanceof Promise)) return storeAdmission(admitted, request, reply);
    return admitted.then((call) => storeAdmission(call, request, reply));
  }

  /** Reserves the tokens of a body whose size the headers did not contain. Throws the refusal. */
  reserve(request: FastifyRequest, reply: FastifyReply, bytes: number): void | Promise<void> {
    const { admitted, token } = request.requestContext;
    const isInflated = request.headers['content-encoding'] !== undefined;
    if (isInflated && token !== undefined) this.queue.charge(token.id, countUnits(bytes));
    if (admitted === undefined || !admitted.isUnsized) return undefined;
    const addHeaders = (): void =>
      void reply.headers(encodeRateLimits(admitted.state, getCallerDialect(request)));
    const reserving = admitted.reserve(estimateTokens(bytes));
    return reserving === undefined ? addHeaders() : reserving.then(addHeaders);
  }

  /** The refusal that a request of this length would get now; undefined if that is not certain. Counts nothing. */
  findRefusal(
    token: Token,
    contentLength: string | undefined,
    nowMs: number,
  ): ReturnType<ModelAdmission['findRefusal']> {
    const tokens = estimateFromHead({ 'content-length': contentLength });
    return this.admission.findRefusal({ token, surface: 'http', tokens }, nowMs);
  }
}

function storeAdmission(admitted: AdmittedCall, request: FastifyRequest, reply: FastifyReply): void {
  const { requestContext } = request;
  requestContext.admitted = admitted;
  if (!admitted.isCounted) return;
  // The client may have disconnected while the limits were checked.
  if (reply.raw.closed || reply.raw.destroyed) return admitted.settle();
  void reply.headers(encodeRateLimits(admitted.state, getCallerDialect(request)));
  // By then every call that reached an upstream has a usage, which may be an estimate.
  requestContext.onEnd(() => admitted.settle(requestContext.record.usage));
}

/** Undefined if the headers do not contain the size of the body: it is chunked or compressed. */
function estimateFromHead(headers: FastifyRequest['headers']): number | undefined {
  const length = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] !== undefined || !Number.isFinite(length)) return undefined;
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? estimateTokens(length) : undefined;
}
