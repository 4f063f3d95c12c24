import { randomBytes } from 'node:crypto';

/** Which trace a span belongs to, and whether anybody wants to see it. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
  /** What other systems keep with the trace; handed on as it came. */
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

/** The caller's span, by the W3C's headers; undefined where they name none. */
export function readTraceContext(headers: Headers): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > MAX_HEADER_LENGTH) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  const isKnown = version === '00' ? rest === undefined : version !== undefined && version !== 'ff';
  if (!isKnown || isZero(traceId) || isZero(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const isKept = typeof tracestate === 'string' && tracestate.length <= MAX_HEADER_LENGTH;
  return { traceId, spanId, isSampled, ...(isKept && { state: tracestate }) };
}

/** For whoever is called in this span. */
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
