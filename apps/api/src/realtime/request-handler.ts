import { type ClientFacts, type Token, type TokenDirectory } from '#access';
import { type AdmittedCall, type ModelAdmission, type CallRecord } from '#admission';
import { type GatewayError, OUTCOMES } from '#canonical';
import { type SessionSummary } from '#http-edge';
import { LimitRefusal, OverloadRefusal } from '#limits';
import { type EndedRequest, SESSION_ENDS, type SessionHost } from '#realtime';
import { buildSpans } from '#relay';
import { type Logger, type Metrics, type RequestTrace, type Tracing } from '#telemetry';
import { describeRecord, describeUsage } from '../http/request-log.js';
import { type RefusedRequests } from '../http/refused-requests.js';
import { type RequestQueue } from '../http/request-queue.js';
import { recordRequest } from '../metrics/record-request.js';

/** A session ends after this many consecutive refusals. A refusal is any error in response to a message. */
const MAX_REFUSALS = 100;

/** A rough estimate, to calculate the work of a message from its tokens. */
const BYTES_PER_TOKEN = 4;

/** The log messages for the requests of a session. */
const REQUEST_LINES = {
  realtime: 'realtime request',
  'responses-socket': 'responses request',
} as const;

export type SessionSurface = keyof typeof REQUEST_LINES;

export interface RequestHandlerDependencies {
  tokens: Pick<TokenDirectory, 'findCurrent'>;
  admission: Pick<ModelAdmission, 'admit'>;
  metrics: Metrics;
  tracing: Tracing;
  logger: Logger;
  refusals: Pick<RefusedRequests, 'noteInner'>;
  queue: Pick<RequestQueue, 'queueMessage'>;
}

/** The total usage of a session. The cost includes only requests with a known price. */
type SessionTotals = Omit<SessionSummary, 'closeCode'>;

/** Admits, logs and counts the requests of one session. */
export class RequestHandler implements SessionHost {
  readonly totals: SessionTotals = { requests: 0, inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
  onRepeatedRefusals: () => void = () => undefined;
  private refusalsInARow = 0;
  private refusedMessages = 0;
  /** Errors that were recorded. */
  private readonly recorded = new WeakSet<GatewayError>();
  /** Errors that were counted as refusals. */
  private readonly counted = new WeakSet<GatewayError>();

  constructor(
    private readonly dependencies: RequestHandlerDependencies,
    private readonly token: Token,
    private readonly session: {
      id: string;
      surface: SessionSurface;
      /** The record of the request that opened the session. */
      record: CallRecord;
    },
  ) {}

  get client(): ClientFacts | undefined {
    return this.session.record.client;
  }

  /** Admits a request within the current limits of the token. */
  async admit(
    requestId: string,
    tokens: number,
    { isBegun = false }: { isBegun?: boolean } = {},
  ): Promise<AdmittedCall> {
    const { admission, queue, tokens: directory } = this.dependencies;
    const { surface } = this.session;
    const token = directory.findCurrent(this.token) ?? this.token;
    try {
      if (!isBegun) await queue.queueMessage(token.id, tokens * BYTES_PER_TOKEN);
      const origin = { surface, requestId, token, client: this.client, ...this.describeSession() };
      const admitted = await admission.admit({ ...origin, tokens });
      this.refusalsInARow = 0;
      return admitted;
    } catch (refusal) {
      if (refusal instanceof LimitRefusal || refusal instanceof OverloadRefusal) this.noteRefusal(refusal);
      throw refusal;
    }
  }

  private describeSession(): Pick<AdmittedCall, 'sessionId' | 'trace'> {
    const { sessionId, trace } = this.session.record;
    return { sessionId, trace: trace && this.dependencies.tracing.tracer?.continue(trace.context) };
  }

  /** The session ends in the next iteration of the event loop, after the client was sent the last refusal. */
  private noteRefusal(error: GatewayError): void {
    if (this.counted.has(error)) return;
    this.counted.add(error);
    this.refusalsInARow += 1;
    if (this.refusalsInARow === MAX_REFUSALS) setImmediate(() => this.onRepeatedRefusals());
  }

  onRequest({ requestId, record, error, durationMs }: EndedRequest): void {
    const { metrics, logger, refusals } = this.dependencies;
    const { totals, token, client } = this;
    if (error !== undefined) this.recorded.add(error);
    refusals.noteInner({ requestId, record, error, durationMs, token, client });
    totals.requests += 1;
    totals.inputTokens += record.usage?.inputTokens ?? 0;
    totals.outputTokens += record.usage?.outputTokens ?? 0;
    totals.costMicroUsd += record.costMicroUsd ?? 0;
    const outcome = record.outcome ?? error?.kind ?? 'ok';
    recordRequest(metrics, metrics.requestStarted(), { record, error, outcome, durationMs });
    const { trace } = this.session.record;
    if (trace !== undefined) this.exportSpans(trace, { requestId, record, durationMs }, outcome);
    const { operation } = record;
    logger.info(
      {
        requestId,
        session: this.session.id,
        operation,
        outcome,
        durationMs: Math.round(durationMs * 10) / 10,
        tokenId: this.token.id,
        ...describeRecord(record),
        ...describeUsage(record),
      },
      REQUEST_LINES[this.session.surface],
    );
  }

  onRefused(error: GatewayError): void {
    this.noteRefusal(error);
    if (this.recorded.has(error)) return;
    this.refusedMessages += 1;
    this.record(`${this.session.id}-refused-${this.refusedMessages}`, error);
  }

  /** Called when the session ends with an error. A refusal of the gateway is recorded as a refused request. */
  onEnd(error: GatewayError): void {
    const isRefusal = OUTCOMES[error.kind].group === 'refused' && !SESSION_ENDS.has(error.code ?? '');
    if (isRefusal && !this.recorded.has(error)) this.record(this.session.id, error);
  }

  private record(requestId: string, error: GatewayError): void {
    this.recorded.add(error);
    const { token, client } = this;
    const { operation, format, model, sessionId } = this.session.record;
    const record = { operation, format, model, sessionId, attempts: [] };
    this.dependencies.refusals.noteInner({ requestId, record, error, durationMs: 0, token, client });
  }

  /** Exports the spans of a request as children of the span of the session. */
  private exportSpans(
    session: RequestTrace,
    { requestId, record, durationMs }: Pick<EndedRequest, 'requestId' | 'record' | 'durationMs'>,
    outcome: string,
  ): void {
    const { tracer } = this.dependencies.tracing;
    const trace = record.trace ?? tracer?.continue(session.context);
    if (trace?.context.isSampled !== true) return;
    const endedAt = performance.now();
    const startedAt = endedAt - durationMs;
    const tokenId = this.token.id;
    tracer?.export(buildSpans({ record, trace, outcome, startedAt, endedAt, requestId, tokenId }));
  }
}
