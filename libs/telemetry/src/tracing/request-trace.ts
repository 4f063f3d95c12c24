import { type TraceContext, newSpanId, writeTraceContext } from './trace-context.js';
import { type TraceHeaders } from './work-span.js';

/** An attempt of a request, as its upstream is told of it. */
export class AttemptTrace {
  readonly spanId = newSpanId();
  readonly startedAt = performance.now();
  /** Where it went, once that is known. */
  url: URL | undefined;

  constructor(
    private readonly request: TraceContext,
    /** Whose service it is, by the name that its channel gives it. */
    readonly provider: string,
  ) {}

  /** What the upstream is sent, so that it can go on with the trace. */
  get headers(): TraceHeaders {
    return writeTraceContext({ ...this.request, spanId: this.spanId });
  }
}

/** A request as a trace knows it while it runs. What its spans say is told when it is over. */
export class RequestTrace {
  /** In the order in which they began. */
  readonly attempts: AttemptTrace[] = [];

  constructor(
    readonly context: TraceContext,
    /** The caller's span. */
    readonly parentSpanId: string | undefined,
  ) {}

  /** By which work that goes on after the request finds back to it. */
  get headers(): TraceHeaders {
    return writeTraceContext(this.context);
  }

  /** The one of them that says which span it is. */
  get traceparent(): string | undefined {
    return this.headers['traceparent'];
  }

  beginAttempt(provider: string): AttemptTrace {
    const attempt = new AttemptTrace(this.context, provider);
    this.attempts.push(attempt);
    return attempt;
  }
}
