import { type Token } from '#access';
import { type SessionSummary } from '#http-edge';
import { type Admission } from '#limits';
import { type EndedRequest, type SessionHandler } from '#realtime';
import { type Logger, type Metrics } from '#telemetry';
import { type Admissions } from '../http/admissions.js';
import { describeRecord } from '../http/request-log.js';
import { recordRequest } from '../metrics/record-request.js';

export interface RequestHandlerDependencies {
  admissions: Pick<Admissions, 'admitWithin'>;
  metrics: Metrics;
  logger: Logger;
}

/** What all requests of a session have used together; the cost is of those whose price is known. */
type SessionTotals = Omit<SessionSummary, 'closeCode'>;

/** Counts, logs and adds up the requests of one session. */
export class RequestHandler implements SessionHandler {
  readonly totals: SessionTotals = { requests: 0, inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };

  constructor(
    private readonly dependencies: RequestHandlerDependencies,
    private readonly token: Token,
    private readonly sessionId: string,
  ) {}

  admit(requestId: string): Admission | Promise<Admission> {
    return this.dependencies.admissions.admitWithin(this.token.id, requestId);
  }

  onRequest({ requestId, record, error, durationMs }: EndedRequest): void {
    const { metrics, logger } = this.dependencies;
    const { totals } = this;
    totals.requests += 1;
    totals.inputTokens += record.usage?.inputTokens ?? 0;
    totals.outputTokens += record.usage?.outputTokens ?? 0;
    totals.costMicroUsd += record.costMicroUsd ?? 0;
    const outcome = record.outcome ?? error?.kind ?? 'ok';
    recordRequest(metrics, metrics.requestStarted(), { record, error, outcome, durationMs });
    const { operation } = record;
    logger.info(
      {
        requestId,
        session: this.sessionId,
        operation,
        outcome,
        durationMs: Math.round(durationMs * 10) / 10,
        tokenId: this.token.id,
        ...describeRecord(record),
      },
      'realtime request',
    );
  }
}
