import { type AdmittedCall, type CallRecord } from '#admission';
import { type GatewayError, type Usage } from '#canonical';
import { type RoutedTarget } from '#catalog';
import { type Attempt, type Bill, type BilledAttempt, type BilledRequest, ReceivedOutput } from '#relay';
import { channelSecrets } from '#upstream';
import { getErrorCode, toKeptReport } from '#wire';
import { type SessionHost } from '../session.js';

export interface ResponseBillOptions {
  request: BilledRequest;
  bill: Bill;
  /** Undefined if the upstream started the response although it was rejected. */
  admitted: AdmittedCall | undefined;
  /** The attempt of the session. */
  attempt: Attempt;
  target: RoutedTarget;
  host: Pick<SessionHost, 'client' | 'onRequest'>;
  /** Categories flagged by moderation in the input. */
  flagged: readonly string[];
}

/** The usage and cost of one response of a session, from its request on. */
export class ResponseBill {
  private readonly record: CallRecord;
  private readonly currentAttempt: BilledAttempt;
  private hasStarted = false;

  constructor(private readonly options: ResponseBillOptions) {
    const { request, attempt: currentAttempt, target, flagged, host } = options;
    const { operation, format, model, isStreamed, sessionId } = request;
    const { channel, upstreamModel } = target;
    const attempt = {
      channel: channel.name,
      upstreamModel,
      plan: currentAttempt.candidate.kind,
      reason: 'first' as const,
      startedAfterMs: 0,
      durationMs: 0,
    };
    this.record = {
      operation,
      format,
      sessionId,
      model,
      isStreamed,
      attempts: [attempt],
      firstByteMs: undefined,
      warnings: undefined,
      usage: undefined,
      isEstimated: undefined,
      costMicroUsd: undefined,
      cache: undefined,
      flagged: flagged.length === 0 ? undefined : flagged,
      outcome: undefined,
      errorCode: undefined,
      client: host.client,
      trace: undefined,
    };
    this.currentAttempt = {
      candidate: { target },
      record: attempt,
      startedAt: performance.now(),
      usage: undefined,
      received: new ReceivedOutput(),
    };
    options.bill.begin(target);
  }

  /** Called when the upstream has started the response. */
  noteCreated(): void {
    this.hasStarted = true;
  }

  noteText(frame: string): void {
    this.noteFirstByte();
    this.currentAttempt.received.note(frame);
  }

  noteAudio(tokens: number): void {
    this.noteFirstByte();
    this.currentAttempt.received.noteAudio(tokens);
  }

  /**
   * Ends the response. Without usage from the upstream, it is estimated from what was received. Only the first call has
   * an effect.
   */
  close(error: GatewayError | undefined, usage?: Usage): void {
    if (this.hasStarted) this.currentAttempt.received.note('');
    this.settle(error, usage);
  }

  /** Ends a response that failed without usage: it is estimated from what was received. */
  fail(error: GatewayError): void {
    this.settle(error);
  }

  private settle(error: GatewayError | undefined, usage?: Usage): void {
    if (this.record.outcome !== undefined) return;
    const { bill, request, admitted, host } = this.options;
    const { currentAttempt: attempt, record } = this;
    record.outcome = error?.kind ?? 'ok';
    if (error !== undefined) {
      const secrets = channelSecrets(attempt.candidate.target.channel);
      attempt.record.report = toKeptReport(error, { secrets });
      record.errorCode = getErrorCode(error);
    }
    attempt.usage = usage;
    attempt.received.isWhole = error === undefined;
    void bill.close(record.outcome, attempt, record);
    admitted?.settle(record.usage);
    const durationMs = performance.now() - attempt.startedAt;
    host.onRequest({
      requestId: request.requestId,
      record,
      durationMs,
      ...(error === undefined ? {} : { error }),
    });
  }

  private noteFirstByte(): void {
    this.record.firstByteMs ??= performance.now() - this.currentAttempt.startedAt;
  }
}
