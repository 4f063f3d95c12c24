import { GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { channelSecrets, findChange } from '#upstream';
import {
  type ForwardedRequest,
  type LostParameter,
  type Repairs,
  type StreamTap,
  WIRE_FORMATS,
  type WireFormat,
  type WireFormatId,
  listLost,
  planRepairs,
} from '#wire';
import { type ModelRules } from '../model-rules/model-rules.js';
import { type ChatRequest } from '../relayed-request.js';
import { type AnswerStream, type Exchange, type WholeAnswer, asBytes } from './exchange.js';
import { type PassthroughPlan } from './plan-relay.js';

const NOTHING_LOST: readonly string[] = [];

/** Both sides speak the same format: bytes go through, and are only looked at. */
export class PassthroughExchange implements Exchange {
  readonly body: Buffer;
  readonly headers: Record<string, string> | undefined;
  readonly warnings: readonly string[];
  readonly format: WireFormatId;
  private readonly wireFormat: WireFormat;

  constructor(
    private readonly request: ChatRequest,
    private readonly plan: PassthroughPlan,
    rules: ModelRules,
  ) {
    this.format = plan.upstreamFormat;
    this.wireFormat = WIRE_FORMATS[plan.upstreamFormat];
    const lost = findLost(request, plan);
    const repairs = findRepairs(request, plan, rules);
    if (lost !== undefined) request.refuseIfStrict(lost);
    if (repairs !== undefined) request.refuseIfStrict(repairs.lost);
    this.warnings = lost === undefined && repairs === undefined ? NOTHING_LOST : listChanged(lost, repairs);
    this.body = request.outline.retarget(plan.target.upstreamModel, repairs?.edits, () =>
      rules.find(plan.target, plan.upstreamFormat),
    );
    this.headers = forwardedHeaders(this.wireFormat, request);
  }

  readWhole(answer: Buffer): WholeAnswer {
    return { body: answer, usage: this.wireFormat.readResponse(answer).usage };
  }

  openStream(): AnswerStream {
    const { outline, requestId } = this.request;
    const secrets = channelSecrets(this.plan.target.channel);
    return new TappedStream(outline.createStreamTap(secrets), this.wireFormat, requestId);
  }
}

/** What its service cannot be sent of a request, though it speaks the format; undefined where that is nothing, as is usual. */
export function findLost(
  { outline, isStreamed }: ChatRequest,
  { target, provider, upstreamFormat: format }: PassthroughPlan,
): readonly LostParameter[] | undefined {
  if (provider.changeRequest === undefined) return outline.lost;
  const change = findChange({ target, provider, format, expected: isStreamed ? 'events' : 'json' });
  if (change?.lost === undefined) return outline.lost;
  return [...(outline.lost ?? []), ...listLost(outline, change)];
}

/** What its model is known to refuse of a request; undefined where the channel wants requests to go on as they come. */
export function findRepairs(
  { outline, hints }: ChatRequest,
  plan: PassthroughPlan,
  rules: ModelRules,
): Repairs | undefined {
  const { channel, upstreamModel: model } = plan.target;
  if (channel.repair !== true) return undefined;
  const id = plan.upstreamFormat;
  const rule = rules.find(plan.target, id);
  return planRepairs(outline.document, { id, format: WIRE_FORMATS[id], model, rule, hints });
}

function listChanged(lost: ForwardedRequest['lost'], repairs: Repairs | undefined): readonly string[] {
  const gone = [...(lost ?? []), ...(repairs?.lost ?? [])].map(({ param }) => param);
  return [...new Set([...gone, ...(repairs?.renamed ?? [])])];
}

/** Undefined where there are none, as is usual. */
function forwardedHeaders(
  format: WireFormat,
  { headers: received }: ChatRequest,
): Record<string, string> | undefined {
  if (format.forwardsHeader === undefined) return undefined;
  let headers: Record<string, string> | undefined;
  for (const name in received) {
    const value = format.forwardsHeader(name) ? received[name] : undefined;
    if (value === undefined) continue;
    headers ??= {};
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

export class TappedStream implements AnswerStream {
  constructor(
    private readonly tap: StreamTap,
    private readonly format: WireFormat,
    private readonly requestId: string,
  ) {}

  get isTerminated(): boolean {
    return this.tap.isTerminated;
  }

  get isComplete(): boolean {
    return this.tap.isComplete;
  }

  get usage(): Usage | undefined {
    return this.tap.usage;
  }

  push(block: SseBlock): Uint8Array | undefined {
    return this.tap.push(block);
  }

  getPlainLength(events: Buffer): number {
    return this.tap.getPlainLength?.(events) ?? 0;
  }

  finish(): Uint8Array | undefined {
    if (this.tap.isComplete) return asBytes(this.tap.end?.() ?? '');
    throw new GatewayError(
      'upstream-bad-response',
      'The model service ended its answer before it was complete.',
    );
  }

  fail(error: GatewayError): string {
    return this.tap.fail?.(error) ?? this.format.encodeStreamError(error, this.requestId);
  }
}
