import { getPath } from '#http-edge';
import { buildSpans } from '#relay';
import { Metrics, Tracing } from '#telemetry';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getOutcome, getStatus } from '../http/request-log.js';
import { recordRequest } from '../metrics/record-request.js';

const MAX_PATH_LENGTH = 500;

/** Counts a model request, and traces it where that is wanted, from its arrival to the moment when all is known of it. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { metrics } = this;
    const { exchange } = request;
    const { tracer } = this.tracing;
    const running = metrics.requestStarted();
    if (tracer !== undefined) exchange.record.trace = tracer.begin(request.headers);
    exchange.whenOver(() => {
      const { record, error, startedAt } = exchange;
      const outcome = getOutcome(reply, exchange);
      const endedAt = performance.now();
      recordRequest(metrics, running, { record, error, outcome, durationMs: endedAt - startedAt });
      const { trace } = record;
      if (trace?.context.isSampled !== true) return;
      const http = {
        method: request.method,
        path: getPath(request).slice(0, MAX_PATH_LENGTH),
        status: getStatus(reply, exchange),
      };
      const facts = { record, trace, outcome, startedAt, endedAt, http };
      tracer?.export(buildSpans({ ...facts, requestId: request.id, tokenId: exchange.token?.id }));
    });
  }
}
