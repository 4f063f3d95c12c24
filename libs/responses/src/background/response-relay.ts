import { type CallRecord, newRecord } from '#admission';
import { GatewayError } from '#canonical';
import { RefusalRecorder, Relay, buildSpans } from '#relay';
import { LOGGER, type Logger, Tracing } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedResponse, type LoadedResponse } from './background-response.js';
import { type EventRecorder } from './event-recorder.js';
import { type PreparedRun, RunPreparation } from './run-preparation.js';

/** Relays the request of a background response and has its response recorded. */
@Injectable()
export class ResponseRelay {
  constructor(
    private readonly relay: Relay,
    private readonly preparation: RunPreparation,
    private readonly refusals: RefusalRecorder,
    private readonly tracing: Tracing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  load(claimed: ClaimedResponse): Promise<LoadedResponse | undefined> {
    return this.preparation.load(claimed);
  }

  prepare(claimed: LoadedResponse): Promise<PreparedRun> {
    return this.preparation.prepare(claimed);
  }

  /** Returns the error if it has failed. */
  async run(
    claimed: LoadedResponse,
    prepared: PreparedRun | GatewayError,
    recorder: EventRecorder,
  ): Promise<GatewayError | undefined> {
    const { requestId, headers, client, trace = {} } = claimed.request;
    const isPrepared = !(prepared instanceof GatewayError);
    const record: CallRecord = {
      ...newRecord(),
      client,
      trace: isPrepared ? prepared.admitted.trace : this.tracing.tracer?.begin(trace),
    };
    const startedAt = performance.now();
    let error: GatewayError | undefined;
    try {
      if (!isPrepared) throw prepared;
      const call = { format: 'openai-responses', hints: {}, headers } as const;
      await this.relay.relay({ ...call, ...prepared, client: recorder, record });
    } catch (thrown) {
      error = GatewayError.from(thrown);
      if (error.kind === 'internal-error')
        this.logger.error({ err: thrown, requestId }, 'background response failed');
    }
    if (isPrepared) prepared.admitted.settle(record.usage);
    record.outcome ??= error?.kind;
    const durationMs = performance.now() - startedAt;
    if (error !== undefined) this.noteRefusal(claimed, { record, error, durationMs });
    this.log(claimed, record);
    this.exportSpans(claimed, record, startedAt);
    return error;
  }

  /**
   * Records a failed run without usage. A run that is interrupted by the shutdown of a worker is repeated by another
   * one, so it is not recorded.
   */
  noteRefusal(
    { owner, tokenId, request: { requestId, client } }: LoadedResponse,
    { record, error, durationMs }: { record?: CallRecord; error: GatewayError; durationMs: number },
  ): void {
    if (error.kind === 'shutting-down') return;
    this.refusals.note({ requestId, error, durationMs, record, client, token: { id: tokenId, owner } });
  }

  private log({ id, tokenId, attempts }: LoadedResponse, record: CallRecord): void {
    this.logger.info(
      {
        responseId: id,
        tokenId,
        run: attempts + 1,
        sessionId: record.sessionId,
        model: record.model,
        channel: (record.attempts.find(({ outcome }) => outcome === 'ok') ?? record.attempts.at(-1))?.channel,
        attempts: record.attempts,
        warnings: record.warnings?.length ? record.warnings : undefined,
        inputTokens: record.usage?.inputTokens,
        outputTokens: record.usage?.outputTokens,
        outcome: record.outcome,
      },
      'background response',
    );
  }

  /** The spans belong to the trace of the request that created the response, or to a new trace. */
  private exportSpans(
    { id, tokenId, attempts, request }: LoadedResponse,
    record: CallRecord,
    startedAt: number,
  ): void {
    const { trace, outcome = 'ok' } = record;
    if (trace?.context.isSampled !== true) return;
    const { requestId } = request;
    const background = { responseId: id, run: attempts + 1 };
    const endedAt = performance.now();
    const spans = buildSpans({ record, trace, outcome, startedAt, endedAt, requestId, tokenId, background });
    this.tracing.tracer?.export(spans);
  }
}
