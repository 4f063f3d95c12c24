import { type Attributes } from './span.js';

/** The result of a piece of work, for its span. */
export interface SpanEnd {
  attributes: Attributes;
  isError: boolean;
}

/** The W3C headers for requests that are sent in a span; empty without tracing. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** A step of work that continues after the response to its request. */
export interface WorkSpan<Result> {
  name: string;
  /** The parent span as a W3C header; undefined starts a new trace. */
  traceparent: string | undefined;
  attributes: Attributes;
  describe: (result: Result) => SpanEnd;
}
