export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue | undefined>;

/** One finished step of a trace. */
export interface Span {
  name: string;
  /** A consumer works on what was ordered by somebody who does not wait for it. */
  kind: 'server' | 'client' | 'consumer';
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Milliseconds since 1970, with their fractions. */
  startMs: number;
  endMs: number;
  /** Those that are undefined are left out. */
  attributes: Attributes;
  isError: boolean;
}
