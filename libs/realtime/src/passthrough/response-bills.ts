import { type AdmittedCall, newRecord } from '#admission';
import { GatewayError, type JsonObject, type Usage } from '#canonical';
import { type RoutedTarget } from '#catalog';
import { type Bill, type BilledRequest, type Billing, type RequestSize, type Attempt } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionHost } from '../session.js';
import { type RealtimeEvent, getObject, getText } from './frame-content.js';
import { ResponseBill } from './response-bill.js';
import { type PassthroughCandidate } from './candidates.js';

/** The error code for a response that was requested while another one runs. */
const ALREADY_RESPONDING = 'conversation_already_has_active_response';

export interface ResponseBillsOptions {
  call: SessionCall;
  /** The model's public name. */
  model: string;
  attempt: Attempt<PassthroughCandidate>;
  billing: Billing;
  host: SessionHost;
  secrets: readonly string[];
}

interface RequestedResponse {
  bill: ResponseBill;
  /** The id of the client's event. */
  clientEventId: string | undefined;
}

/** Admits, bills and records each response of a session exactly once, whether the client or the upstream started it. */
export class ResponseBills {
  /** The responses that the upstream has not started yet, in the order of their requests. */
  private readonly requested: RequestedResponse[] = [];
  private readonly running = new Map<string, ResponseBill>();
  private readonly openings = new Set<Promise<void>>();
  /** Categories flagged by moderation since the last response. */
  private readonly flagged = new Set<string>();
  private requests = 0;
  private end: GatewayError | undefined;

  constructor(private readonly options: ResponseBillsOptions) {}

  get isResponding(): boolean {
    return this.requested.length + this.running.size > 0;
  }

  /** Records what moderation flagged in a client's event without blocking it. */
  noteFlagged(categories: readonly string[]): void {
    if (categories.length === 0) return;
    const { record } = this.options.call;
    record.flagged = [...new Set([...(record.flagged ?? []), ...categories])];
    for (const category of categories) this.flagged.add(category);
  }

  /** Admits a response that the client requests. Rejects if it is not allowed. */
  admitResponse(event: RealtimeEvent, size: RequestSize): Promise<void> {
    return this.trackOpening(this.openRequested(event, size));
  }

  /** Called when the upstream has started a response. Rejects if it is not allowed, which ends the session. */
  onCreated(event: RealtimeEvent, size: () => RequestSize): void | Promise<void> {
    const id = getResponseId(event);
    const first = this.requested.shift();
    if (first === undefined) return this.trackOpening(this.openUnrequested(id, size()));
    this.startResponse(id, first.bill);
  }

  /** The running response with this id, or else the latest one. */
  findRunning(id: string | undefined): ResponseBill | undefined {
    const eventId = id === undefined ? undefined : this.running.get(id);
    return eventId ?? [...this.running.values()].at(-1);
  }

  onDone(event: RealtimeEvent): void {
    const id = getResponseId(event);
    const bill = this.running.get(id) ?? this.requested.shift()?.bill;
    this.running.delete(id);
    const usage = realtime.readResponseUsage(event);
    const failure = usage === undefined ? this.readFailure(event) : undefined;
    if (failure === undefined) bill?.close(undefined, usage);
    else bill?.fail(failure);
  }

  /** An error of the upstream may be the result of a requested response. */
  onError({ error }: RealtimeEvent): void {
    const reported = getObject({ error: error ?? null }, 'error');
    const index = this.requested.findIndex((one) => isErrorFor(reported, one));
    const [refused] = index === -1 ? [] : this.requested.splice(index, 1);
    refused?.bill.close(realtime.decodeRealtimeError(reported, this.options.secrets));
  }

  /** Bills a transcription, which has its own model. */
  billTranscription(model: string, usage: Usage): Promise<void> {
    return this.trackOpening(this.billTranscript(model, usage));
  }

  /** Closes all bills, after those that are being opened. */
  async close(reason: GatewayError): Promise<void> {
    this.end = reason;
    await Promise.allSettled(this.openings);
    const open = [...this.requested.splice(0).map(({ bill }) => bill), ...this.running.values()];
    this.running.clear();
    for (const bill of open) bill.close(reason);
  }

  private async openRequested(event: RealtimeEvent, size: RequestSize): Promise<void> {
    const request = this.nextRequest({ size });
    const admitted = await this.admit(request).catch((refusal: unknown) =>
      this.reportRefusal(request, refusal),
    );
    try {
      const bill = await this.openBill(request).catch((refusal: unknown) =>
        this.reportRefusal(request, refusal),
      );
      if (this.end !== undefined) {
        bill.release();
        throw this.end;
      }
      const clientEventId = getText(event, 'event_id');
      this.requested.push({ bill: this.createResponseBill(request, bill, admitted), clientEventId });
    } catch (refusal) {
      admitted.settle();
      throw refusal;
    }
  }

  /** The upstream has already started, so the response is billed even if it is not allowed. */
  private async openUnrequested(id: string, size: RequestSize): Promise<void> {
    const { billing } = this.options;
    const request = this.nextRequest({ size });
    const refusals: unknown[] = [];
    const note = (refusal: unknown): undefined => void refusals.push(refusal);
    const admitted = await this.admit(request, { isBegun: true }).catch(note);
    const held = await this.openBill(request).catch(note);
    const bill = held ?? (await billing.openBillWithoutHold(request));
    this.startResponse(id, this.createResponseBill(request, bill, admitted));
    if (refusals.length > 0) throw refusals[0];
  }

  /** Records a response that was rejected. */
  private reportRefusal(request: BilledRequest, refusal: unknown): never {
    const { requestId, sessionId, model, operation, format, isStreamed } = request;
    const { host } = this.options;
    const error = GatewayError.from(refusal);
    const facts = {
      operation,
      format,
      sessionId,
      model,
      isStreamed,
      outcome: error.kind,
      client: host.client,
    };
    host.onRequest({ requestId, record: { ...newRecord(), ...facts }, error, durationMs: 0 });
    throw refusal;
  }

  private async openBill(request: BilledRequest): Promise<Bill> {
    return this.options.billing.openBill(request, [this.target]);
  }

  private async billTranscript(model: string, usage: Usage): Promise<void> {
    const request = this.nextRequest({ operation: 'transcription', model, size: { inputTokens: 0 } });
    const bill = await this.options.billing.openBillWithoutHold(request);
    const { attempt, host } = this.options;
    const target = { ...this.target, model, upstreamModel: model };
    const facts = { request, bill, admitted: undefined, attempt, target, host, flagged: [] };
    new ResponseBill(facts).close(undefined, usage);
  }

  private startResponse(id: string, bill: ResponseBill): void {
    bill.noteCreated();
    this.running.set(id, bill);
  }

  private get target(): RoutedTarget {
    return this.options.attempt.candidate.target;
  }

  /** Async, so that a synchronous error is also a rejection. */
  private async admit(
    { requestId, size }: BilledRequest,
    options?: { isBegun: boolean },
  ): Promise<AdmittedCall> {
    return this.options.host.admit(requestId, size.inputTokens, options);
  }

  /** Adds the categories that moderation flagged since the last response. */
  private createResponseBill(
    request: BilledRequest,
    bill: Bill,
    admitted: AdmittedCall | undefined,
  ): ResponseBill {
    const { attempt, host } = this.options;
    const flagged = [...this.flagged];
    this.flagged.clear();
    return new ResponseBill({ request, bill, admitted, attempt, target: this.target, host, flagged });
  }

  private nextRequest(facts: Partial<BilledRequest> & Pick<BilledRequest, 'size'>): BilledRequest {
    const { call, model } = this.options;
    this.requests += 1;
    return {
      token: call.admitted.token,
      requestId: `${call.admitted.requestId}-${this.requests}`,
      sessionId: call.sessionId,
      model,
      operation: 'realtime',
      format: 'openai-realtime',
      isStreamed: true,
      startedAtMs: Date.now(),
      priceContext: {},
      parameters: undefined,
      ...facts,
    };
  }

  /** The error of a failed response. */
  private readFailure(event: RealtimeEvent): GatewayError | undefined {
    const response = getObject(event, 'response');
    if (response['status'] !== 'failed') return undefined;
    const { error } = getObject(response, 'status_details');
    return realtime.decodeRealtimeError(error, this.options.secrets);
  }

  private async trackOpening(work: Promise<void>): Promise<void> {
    this.openings.add(work);
    try {
      await work;
    } finally {
      this.openings.delete(work);
    }
  }
}

function getResponseId(event: RealtimeEvent): string {
  return getText(getObject(event, 'response'), 'id') ?? '';
}

/** If neither side names an event, only errors about responses match. */
function isErrorFor(error: JsonObject, { clientEventId }: RequestedResponse): boolean {
  const eventId = getText(error, 'event_id');
  if (eventId !== undefined || clientEventId !== undefined) return eventId === clientEventId;
  return error['code'] === ALREADY_RESPONDING || /^response\b/.test(getText(error, 'param') ?? '');
}
