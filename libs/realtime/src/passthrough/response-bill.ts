import { type AdmittedCall } from '#admission';
import { type GatewayError, type Usage } from '#canonical';
import { type Choice } from '#catalog';
import {
  type Attempt,
  type Bill,
  type BilledAttempt,
  type BilledRequest,
  ReceivedAnswer,
  type RelayRecord,
} from '#relay';
import { type SessionHost } from '../session.js';

export interface ResponseBillOptions {
  request: BilledRequest;
  bill: Bill;
  /** Undefined where the upstream began it although it was refused. */
  admitted: AdmittedCall | undefined;
  /** That of the session. */
  attempt: Attempt;
  target: Choice;
  host: Pick<SessionHost, 'onRequest'>;
  /** Categories flagged by moderation in the input. */
  flagged: readonly string[];
}

/** What one response in a session uses and costs, from the moment it is asked for. */
export class ResponseBill {
  private readonly record: RelayRecord;
  private readonly currentAttempt: BilledAttempt;
  private isBegun = false;

  constructor(private readonly options: ResponseBillOptions) {
    const { request, attempt: currentAttempt, target, flagged } = options;
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
    const noted = flagged.length === 0 ? {} : { flagged };
    this.record = { operation, format, sessionId, model, isStreamed, attempts: [attempt], ...noted };
    this.currentAttempt = {
      candidate: { target },
      record: attempt,
      startedAt: performance.now(),
      usage: undefined,
      received: new ReceivedAnswer(),
    };
    options.bill.begin(target);
  }

  /** The upstream has begun the response. */
  noteCreated(): void {
    this.isBegun = true;
  }

  noteText(frame: string): void {
    this.noteFirstByte();
    this.currentAttempt.received.note(frame);
  }

  noteAudio(tokens: number): void {
    this.noteFirstByte();
    this.currentAttempt.received.noteAudio(tokens);
  }

  /** Ends the response. Without usage from the upstream, what was received is counted. Only the first call has an effect. */
  close(error: GatewayError | undefined, usage?: Usage): void {
    if (this.isBegun) this.currentAttempt.received.note('');
    this.settle(error, usage);
  }

  /** The upstream reports a failure without usage: only what was received is counted. */
  fail(error: GatewayError): void {
    this.settle(error);
  }

  private settle(error: GatewayError | undefined, usage?: Usage): void {
    if (this.record.outcome !== undefined) return;
    const { bill, request, admitted, host } = this.options;
    const { currentAttempt: attempt, record } = this;
    record.outcome = error?.kind ?? 'ok';
    attempt.usage = usage;
    attempt.received.isWhole = error === undefined;
    bill.close(record.outcome, attempt, record);
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
