import { GatewayError, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { type StreamTap, WIRE_FORMATS, type WireFormat } from '#wire';
import { type ClientRequest } from './client-request.js';
import { type AnswerStream, type Exchange, asBytes } from './exchange.js';
import { type UsablePlan } from './plan-relay.js';

/** Both sides speak the same format: bytes go through, and are only looked at. */
export function preparePassthrough(
  request: ClientRequest,
  plan: UsablePlan,
  secrets: readonly string[],
): Exchange {
  const format = WIRE_FORMATS[plan.upstreamFormat];
  return {
    body: request.outline.retarget(plan.target.upstreamModel),
    headers: forwardedHeaders(format, request),
    warnings: [],
    readWhole: (answer) => ({ body: answer, usage: format.readResponse(answer).usage }),
    openStream: () =>
      new TappedStream(request.outline.createStreamTap(secrets), format, request.options.requestId),
  };
}

function forwardedHeaders(format: WireFormat, { options }: ClientRequest): Record<string, string> {
  const entries = (format.forwardedHeaders ?? []).flatMap((name) => {
    const value = options.headers[name];
    return value === undefined ? [] : [[name, [value].flat().join(', ')]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
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
