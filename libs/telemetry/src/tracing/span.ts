export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue | undefined>;

/** One finished step of a trace. */
export interface Span {
  name: string;
  /** `consumer` is work for a request that does not wait for it. */
  kind: 'server' | 'client' | 'consumer';
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Milliseconds since 1970, with fractions. */
  startMs: number;
  endMs: number;
  /** Undefined attributes are omitted. */
  attributes: Attributes;
  isError: boolean;
}
