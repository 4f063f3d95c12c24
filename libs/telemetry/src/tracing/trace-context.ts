import { randomBytes } from 'node:crypto';

/** The trace of a span, and whether the trace is sampled. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
  /** The tracestate of other systems, forwarded unchanged. */
  state?: string;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const MAX_HEADER_LENGTH = 512;
const SAMPLED = 1;

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

/** The caller's span from the W3C headers; undefined if they contain none. */
export function readTraceContext(headers: Headers): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > MAX_HEADER_LENGTH) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  const isValid = version === '00' ? rest === undefined : version !== undefined && version !== 'ff';
  if (!isValid || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const hasState = typeof tracestate === 'string' && tracestate.length <= MAX_HEADER_LENGTH;
  return { traceId, spanId, isSampled, ...(hasState && { state: tracestate }) };
}

/** The headers for requests that are sent in this span. */
export function writeTraceContext({
  traceId,
  spanId,
  isSampled,
  state,
}: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

function isZero(id: string): boolean {
  return /^0*$/.test(id);
}
