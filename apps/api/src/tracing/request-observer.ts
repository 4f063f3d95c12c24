import { getPath } from '#http-edge';
import { buildSpans } from '#relay';
import { Metrics, Tracing } from '#telemetry';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getOutcome, getStatus } from '../http/request-log.js';
import { recordRequest } from '../metrics/record-request.js';

const MAX_PATH_LENGTH = 500;

/** Records the metrics of a model request when it ends, and its trace if tracing is configured. */
@Injectable()
export class RequestObserver {
  constructor(
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { metrics } = this;
    const { requestContext } = request;
    const { tracer } = this.tracing;
    const running = metrics.requestStarted();
    if (tracer !== undefined) requestContext.record.trace = tracer.begin(request.headers);
    requestContext.onEnd(() => {
      const { record, error, startedAt } = requestContext;
      const outcome = getOutcome(reply, requestContext);
      const endedAt = performance.now();
      recordRequest(metrics, running, { record, error, outcome, durationMs: endedAt - startedAt });
      const { trace } = record;
      if (trace?.context.isSampled !== true) return;
      const http = {
        method: request.method,
        path: getPath(request).slice(0, MAX_PATH_LENGTH),
        status: getStatus(reply, requestContext),
      };
      const facts = { record, trace, outcome, startedAt, endedAt, http };
      tracer?.export(buildSpans({ ...facts, requestId: request.id, tokenId: requestContext.token?.id }));
    });
  }
}
