import { type Logger } from '../logger.js';
import { RequestTrace } from './request-trace.js';
import { type ExporterOptions, SpanExporter } from './span-exporter.js';
import { type Span } from './span.js';
import { type SpanEnd, type TraceHeaders, type WorkSpan } from './work-span.js';
import {
  type TraceContext,
  newSpanId,
  newTraceId,
  readTraceContext,
  writeTraceContext,
} from './trace-context.js';

/** The lowest 56 bits of a trace id, which are random according to the W3C specification. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 2 ** 56;

export interface TracerOptions extends ExporterOptions {
  sampler: { isParentBased: boolean; ratio: number };
}

/** Starts traces or continues those of callers, and exports the sampled spans. */
export class Tracer {
  private readonly exporter: SpanExporter;

  constructor(
    private readonly options: TracerOptions,
    logger: Logger,
  ) {
    this.exporter = new SpanExporter(options, logger);
  }

  /** Continues the trace in the headers of a request, or starts one. */
  begin(headers: Parameters<typeof readTraceContext>[0]): RequestTrace {
    return this.continue(readTraceContext(headers));
  }

  /** Continues the trace of this parent span, or starts one. */
  continue(parent: TraceContext | undefined): RequestTrace {
    const traceId = parent?.traceId ?? newTraceId();
    const isSampled = this.isSampled(traceId, parent);
    return new RequestTrace(
      { traceId, spanId: newSpanId(), isSampled, state: parent?.state },
      parent?.spanId,
    );
  }

  export(spans: readonly Span[]): void {
    for (const span of spans) this.exporter.add(span);
  }

  /** Runs the work as a span, and returns its result or throws its error. */
  async during<Result>(
    span: WorkSpan<Result>,
    work: (headers: TraceHeaders) => Promise<Result>,
  ): Promise<Result> {
    const trace = this.continue(readTraceContext({ traceparent: span.traceparent }));
    const headers = writeTraceContext(trace.context);
    if (!trace.context.isSampled) return work(headers);
    const startMs = getEpochMs();
    const end = ({ attributes, isError }: SpanEnd): void =>
      this.exporter.add({
        name: span.name,
        kind: 'client',
        traceId: trace.context.traceId,
        spanId: trace.context.spanId,
        parentSpanId: trace.parentSpanId,
        startMs,
        endMs: getEpochMs(),
        attributes: { ...span.attributes, ...attributes },
        isError,
      });
    try {
      const result = await work(headers);
      end(span.describe(result));
      return result;
    } catch (error) {
      end({ attributes: { 'error.type': (error as Error).name }, isError: true });
      throw error;
    }
  }

  close(): Promise<void> {
    return this.exporter.close();
  }

  private isSampled(traceId: string, parent: TraceContext | undefined): boolean {
    const { isParentBased, ratio } = this.options.sampler;
    if (isParentBased && parent !== undefined) return parent.isSampled;
    if (ratio === 0 || ratio === 1) return ratio === 1;
    // All systems with the same ratio sample the same traces.
    return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= (1 - ratio) * RANDOM_VALUES;
  }
}

function getEpochMs(): number {
  return performance.timeOrigin + performance.now();
}
