import { type AdmittedCall } from '#admission';
import { type GatewayError, type JsonObject, type Usage } from '#canonical';
import { type Choice } from '#catalog';
import { type Bill, type BilledRequest, type Billing, type RequestSize, type Attempt } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionHost } from '../session.js';
import { type RealtimeEvent, objectIn, textIn } from './frame-content.js';
import { ResponseBill } from './response-bill.js';
import { type PassthroughCandidate } from './candidates.js';

/** The upstream's error code for a response that was asked for while another one runs. */
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

interface AskedResponse {
  bill: ResponseBill;
  /** The id that the client has given to its event. */
  clientEventId: string | undefined;
}

/** Admits, bills and records each response of a session exactly once, whether the client or the upstream started it. */
export class ResponseBills {
  /** Those that the upstream has not begun yet, in the order in which they were asked for. */
  private readonly asked: AskedResponse[] = [];
  private readonly running = new Map<string, ResponseBill>();
  private readonly openings = new Set<Promise<void>>();
  /** Categories flagged by moderation since the last response. */
  private readonly flagged = new Set<string>();
  private requests = 0;
  private end: GatewayError | undefined;

  constructor(private readonly options: ResponseBillsOptions) {}

  get isResponding(): boolean {
    return this.asked.length + this.running.size > 0;
  }

  /** Records what moderation flagged in a client's event without blocking it. */
  noteFlagged(categories: readonly string[]): void {
    if (categories.length === 0) return;
    const { record } = this.options.call;
    record.flagged = [...new Set([...(record.flagged ?? []), ...categories])];
    for (const category of categories) this.flagged.add(category);
  }

  /** The client asks for a response. Rejects where it may not have one. */
  ask(event: RealtimeEvent, size: RequestSize): Promise<void> {
    return this.opening(this.openAsked(event, size));
  }

  /** The upstream has begun a response. Rejects where it must not go on with it. */
  created(event: RealtimeEvent, size: () => RequestSize): void | Promise<void> {
    const id = getResponseId(event);
    const first = this.asked.shift();
    if (first === undefined) return this.opening(this.openUnasked(id, size()));
    this.begin(id, first.bill);
  }

  /** The running response with this id; without an id the latest one. */
  runningWith(id: string | undefined): ResponseBill | undefined {
    const named = id === undefined ? undefined : this.running.get(id);
    return named ?? [...this.running.values()].at(-1);
  }

  done(event: RealtimeEvent): void {
    const id = getResponseId(event);
    const bill = this.running.get(id) ?? this.asked.shift()?.bill;
    this.running.delete(id);
    const usage = realtime.readResponseUsage(event);
    const failure = usage === undefined ? this.readFailure(event) : undefined;
    if (failure === undefined) bill?.close(undefined, usage);
    else bill?.fail(failure);
  }

  /** An error that the upstream reports may be its answer to a client that has asked for a response. */
  refused({ error }: RealtimeEvent): void {
    const reported = objectIn({ error: error ?? null }, 'error');
    const index = this.asked.findIndex((one) => isAnswerTo(reported, one));
    const [refused] = index === -1 ? [] : this.asked.splice(index, 1);
    refused?.bill.close(realtime.decodeRealtimeError(reported, this.options.secrets));
  }

  /** Bills a transcription, which has a model of its own. */
  transcribed(model: string, usage: Usage): Promise<void> {
    return this.opening(this.billTranscript(model, usage));
  }

  /** Closes what is open. What is being opened is waited for. */
  async close(reason: GatewayError): Promise<void> {
    this.end = reason;
    await Promise.allSettled(this.openings);
    const open = [...this.asked.splice(0).map(({ bill }) => bill), ...this.running.values()];
    this.running.clear();
    for (const bill of open) bill.close(reason);
  }

  private async openAsked(event: RealtimeEvent, size: RequestSize): Promise<void> {
    const { billing } = this.options;
    const request = this.nextRequest({ size });
    const admitted = await this.admit(request);
    try {
      const bill = await billing.open(request, [this.target]);
      if (this.end !== undefined) {
        bill.close(this.end.kind, undefined, { attempts: [] });
        throw this.end;
      }
      const clientEventId = textIn(event, 'event_id');
      this.asked.push({ bill: this.responseBill(request, bill, admitted), clientEventId });
    } catch (refusal) {
      admitted.settle();
      throw refusal;
    }
  }

  /** The upstream has already begun, so the response is billed in any case. */
  private async openUnasked(id: string, size: RequestSize): Promise<void> {
    const { billing } = this.options;
    const request = this.nextRequest({ size });
    const refusals: unknown[] = [];
    const note = (refusal: unknown): undefined => void refusals.push(refusal);
    const admitted = await this.admit(request).catch(note);
    const held = await this.openBill(request).catch(note);
    const bill = held ?? (await billing.openUnheld(request));
    this.begin(id, this.responseBill(request, bill, admitted));
    if (refusals.length > 0) throw refusals[0];
  }

  private async openBill(request: BilledRequest): Promise<Bill> {
    return this.options.billing.open(request, [this.target]);
  }

  private async billTranscript(model: string, usage: Usage): Promise<void> {
    const request = this.nextRequest({ operation: 'transcription', model, size: { inputTokens: 0 } });
    const bill = await this.options.billing.openUnheld(request);
    const { attempt, host } = this.options;
    const target = { ...this.target, model, upstreamModel: model };
    const facts = { request, bill, admitted: undefined, attempt, target, host, flagged: [] };
    new ResponseBill(facts).close(undefined, usage);
  }

  private begin(id: string, bill: ResponseBill): void {
    bill.noteCreated();
    this.running.set(id, bill);
  }

  private get target(): Choice {
    return this.options.attempt.candidate.target;
  }

  /** Async, so that a synchronous refusal rejects as well. */
  private async admit({ requestId, size }: BilledRequest): Promise<AdmittedCall> {
    return this.options.host.admit(requestId, size.inputTokens);
  }

  /** Attaches what moderation flagged since the last response. */
  private responseBill(request: BilledRequest, bill: Bill, admitted: AdmittedCall | undefined): ResponseBill {
    const { attempt, host } = this.options;
    const flagged = [...this.flagged];
    this.flagged.clear();
    return new ResponseBill({ request, bill, admitted, attempt, target: this.target, host, flagged });
  }

  private nextRequest(facts: Partial<BilledRequest> & Pick<BilledRequest, 'size'>): BilledRequest {
    const { call, model } = this.options;
    this.requests += 1;
    return {
      token: call.token,
      requestId: `${call.requestId}-${this.requests}`,
      sessionId: call.sessionId,
      model,
      operation: 'realtime',
      format: 'openai-realtime',
      isStreamed: true,
      startedAtMs: Date.now(),
      priceContext: {},
      ...facts,
    };
  }

  /** Of a response that does not say what it used. */
  private readFailure(event: RealtimeEvent): GatewayError | undefined {
    const response = objectIn(event, 'response');
    if (response['status'] !== 'failed') return undefined;
    const { error } = objectIn(response, 'status_details');
    return realtime.decodeRealtimeError(error, this.options.secrets);
  }

  private async opening(work: Promise<void>): Promise<void> {
    this.openings.add(work);
    try {
      await work;
    } finally {
      this.openings.delete(work);
    }
  }
}

function getResponseId(event: RealtimeEvent): string {
  return textIn(objectIn(event, 'response'), 'id') ?? '';
}

/** If neither side names the event, only errors about responses count as the answer. */
function isAnswerTo(error: JsonObject, { clientEventId }: AskedResponse): boolean {
  const named = textIn(error, 'event_id');
  if (named !== undefined || clientEventId !== undefined) return named === clientEventId;
  return error['code'] === ALREADY_RESPONDING || /^response\b/.test(textIn(error, 'param') ?? '');
}
