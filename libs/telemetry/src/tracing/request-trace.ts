import { type TraceContext, newSpanId, writeTraceContext } from './trace-context.js';
import { type TraceHeaders } from './work-span.js';

/** The trace context of one attempt of a request. */
export class AttemptTrace {
  readonly spanId = newSpanId();
  /** The URL of the request to the upstream, after it was chosen. */
  url: URL | undefined;

  constructor(
    private readonly request: TraceContext,
    /** The provider of the channel. */
    readonly provider: string,
    /** By the clock of `performance.now()`. */
    readonly startedAt: number,
  ) {}

  /** The headers with which the upstream can continue the trace. */
  get headers(): TraceHeaders {
    return writeTraceContext({ ...this.request, spanId: this.spanId });
  }
}

/** The trace context of a running request. Its spans are created when it ends. */
export class RequestTrace {
  /** In the order of their start. */
  readonly attempts: AttemptTrace[] = [];

  constructor(
    readonly context: TraceContext,
    /** The caller's span. */
    readonly parentSpanId: string | undefined,
  ) {}

  /** The headers with which work that continues after the request refers to it. */
  get headers(): TraceHeaders {
    return writeTraceContext(this.context);
  }

  /** The header that identifies the span. */
  get traceparent(): string | undefined {
    return this.headers['traceparent'];
  }

  beginAttempt(provider: string, startedAt: number): AttemptTrace {
    const attempt = new AttemptTrace(this.context, provider, startedAt);
    this.attempts.push(attempt);
    return attempt;
  }
}
