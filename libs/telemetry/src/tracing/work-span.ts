import { type Attributes } from './span.js';

/** What has become of a piece of work. */
export interface SpanEnd {
  attributes: Attributes;
  isError: boolean;
}

/** The W3C's headers for whoever is called in a span; none where nothing is traced. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** A step of work that goes on after the request that ordered it was answered. */
export interface WorkSpan<Result> {
  name: string;
  /** The span that it belongs to, as the W3C's header writes it; where there is none it is a trace of its own. */
  traceparent: string | undefined;
  attributes: Attributes;
  describe: (result: Result) => SpanEnd;
}
