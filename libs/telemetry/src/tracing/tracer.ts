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

/** Of the lowest bits of an id, which are random by the rules of the W3C. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 2 ** 56;

export interface TracerOptions extends ExporterOptions {
  sampler: { isParentBased: boolean; ratio: number };
}

/** Begins traces, or goes on with those of callers, and sends what is to be kept. */
export class Tracer {
  private readonly exporter: SpanExporter;

  constructor(
    private readonly options: TracerOptions,
    logger: Logger,
  ) {
    this.exporter = new SpanExporter(options, logger);
  }

  /** By the headers of a request. */
  begin(headers: Parameters<typeof readTraceContext>[0]): RequestTrace {
    return this.continue(readTraceContext(headers));
  }

  /** Within a span of ours or of a caller; a trace of its own where there is none. */
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

  /** Does the work as a span. Its result, and what it throws, are handed on. */
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
    // Everybody who keeps the same share keeps the same traces.
    return Number.parseInt(traceId.slice(-RANDOM_DIGITS), 16) >= (1 - ratio) * RANDOM_VALUES;
  }
}

function getEpochMs(): number {
  return performance.timeOrigin + performance.now();
}
