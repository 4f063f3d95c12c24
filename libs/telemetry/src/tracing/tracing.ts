import { type Logger } from '../logger.js';
import { type Tracer, type TracerOptions } from './tracer.js';
import { type TraceHeaders, type WorkSpan } from './work-span.js';

/** The tracer of this process, if tracing is enabled. */
export class Tracing {
  private constructor(readonly tracer: Tracer | undefined) {}

  /** Loads the tracer only if tracing is enabled. */
  static async open(options: TracerOptions | undefined, logger: Logger): Promise<Tracing> {
    if (options === undefined) return new Tracing(undefined);
    const { Tracer: LoadedTracer } = await import('./tracer.js');
    return new Tracing(new LoadedTracer(options, logger));
  }

  /** Runs the work, as a span if tracing is enabled. */
  during<Result>(span: WorkSpan<Result>, work: (headers: TraceHeaders) => Promise<Result>): Promise<Result> {
    return this.tracer === undefined ? work({}) : this.tracer.during(span, work);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracer?.close();
  }
}
