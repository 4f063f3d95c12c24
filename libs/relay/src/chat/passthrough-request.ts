import { type GatewayError, type Usage } from '#canonical';
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
  endedEarly,
  listLost,
  planRepairs,
} from '#wire';
import { type ModelRules } from '../model-rules/model-rules.js';
import { type ChatRequest } from '../relayed-request.js';
import {
  type ResponseStream,
  type PreparedRequest,
  type ClientResponse,
  toBytes,
} from './prepared-request.js';
import { type PassthroughCandidate } from './plan-relay.js';

const NOTHING_LOST: readonly string[] = [];

/** Client and upstream use the same format. Bytes are forwarded and only read for usage and errors. */
export class PassthroughRequest implements PreparedRequest {
  readonly body: Buffer;
  readonly headers: Record<string, string> | undefined;
  readonly warnings: readonly string[];
  readonly format: WireFormatId;
  private readonly wireFormat: WireFormat;

  constructor(
    private readonly request: ChatRequest,
    private readonly candidate: PassthroughCandidate,
    rules: ModelRules,
  ) {
    this.format = candidate.upstreamFormat;
    this.wireFormat = WIRE_FORMATS[candidate.upstreamFormat];
    const lost = findLostParameters(request, candidate);
    const repairs = findRepairs(request, candidate, rules);
    if (lost !== undefined) request.refuseIfStrict(lost);
    if (repairs !== undefined) request.refuseIfStrict(repairs.lost);
    this.warnings =
      lost === undefined && repairs === undefined ? NOTHING_LOST : listChangedParameters(lost, repairs);
    this.body = request.outline.retarget(candidate.target.upstreamModel, repairs?.edits, () =>
      rules.find(candidate.target, candidate.upstreamFormat),
    );
    this.headers = pickForwardedHeaders(this.wireFormat, request);
  }

  convertResponse(response: Buffer): ClientResponse {
    return { body: response, usage: this.wireFormat.readResponse(response).usage };
  }

  createResponseStream(): ResponseStream {
    const { outline, requestId } = this.request;
    const secrets = channelSecrets(this.candidate.target.channel);
    return new TappedStream(outline.createStreamTap(secrets), this.wireFormat, requestId);
  }
}

/** The parameters that the service rejects although it uses the format. Usually undefined. */
export function findLostParameters(
  { outline, isStreamed }: ChatRequest,
  { target, provider, upstreamFormat: format }: PassthroughCandidate,
): readonly LostParameter[] | undefined {
  if (provider.changeRequest === undefined) return outline.lost;
  const change = findChange({ target, provider, format, expected: isStreamed ? 'events' : 'json' });
  if (change?.lost === undefined) return outline.lost;
  return [...(outline.lost ?? []), ...listLost(outline, change)];
}

/** Repairs for parameters that the model rejects. Undefined unless the channel has repairs enabled. */
export function findRepairs(
  { outline, hints }: ChatRequest,
  candidate: PassthroughCandidate,
  rules: ModelRules,
): Repairs | undefined {
  const { channel, upstreamModel: model } = candidate.target;
  if (channel.repair !== true) return undefined;
  const id = candidate.upstreamFormat;
  const rule = rules.find(candidate.target, id);
  return planRepairs(outline.document, { id, format: WIRE_FORMATS[id], model, rule, hints });
}

function listChangedParameters(
  lost: ForwardedRequest['lost'],
  repairs: Repairs | undefined,
): readonly string[] {
  const removed = [...(lost ?? []), ...(repairs?.lost ?? [])].map(({ param }) => param);
  return [...new Set([...removed, ...(repairs?.renamed ?? [])])];
}

/** Usually undefined. */
function pickForwardedHeaders(
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

export class TappedStream implements ResponseStream {
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
    if (this.tap.isComplete) return toBytes(this.tap.end?.() ?? '');
    throw endedEarly();
  }

  fail(error: GatewayError): string {
    return this.tap.fail?.(error) ?? this.format.encodeStreamError(error, this.requestId);
  }
}
