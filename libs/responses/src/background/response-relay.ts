import { GatewayError } from '#canonical';
import { Relay, type RelayRecord, buildSpans } from '#relay';
import { LOGGER, type Logger, Tracing } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { type ClaimedResponse } from './background-response.js';
import { type EventRecorder } from './event-recorder.js';
import { type PreparedRun, RunPreparation } from './run-preparation.js';

/** Sends the request of a response to a model, as its client would have, and has the answer recorded. */
@Injectable()
export class ResponseRelay {
  constructor(
    private readonly relay: Relay,
    private readonly preparation: RunPreparation,
    private readonly tracing: Tracing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  prepare(claimed: ClaimedResponse): Promise<PreparedRun> {
    return this.preparation.prepare(claimed);
  }

  /** Returns why it has failed, where it has. */
  async run(
    claimed: ClaimedResponse,
    prepared: PreparedRun | GatewayError,
    recorder: EventRecorder,
  ): Promise<GatewayError | undefined> {
    const { requestId, headers, trace = {} } = claimed.request;
    const record: RelayRecord = { attempts: [], trace: this.tracing.tracer?.begin(trace) };
    const startedAt = performance.now();
    let error: GatewayError | undefined;
    try {
      if (prepared instanceof GatewayError) throw prepared;
      const call = { format: 'openai-responses', hints: {}, headers, requestId } as const;
      await this.relay.relay({ ...call, ...prepared, client: recorder, record });
    } catch (thrown) {
      error = GatewayError.from(thrown);
      if (error.kind === 'internal-error') this.logger.error({ err: thrown, requestId }, 'a response failed');
    }
    if (!(prepared instanceof GatewayError)) prepared.admitted.settle(record.usage);
    record.outcome ??= error?.kind;
    this.log(claimed, record);
    this.exportSpans(claimed, record, startedAt);
    return error;
  }

  private log({ id, tokenId, attempts }: ClaimedResponse, record: RelayRecord): void {
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

  /** Within the span of the request that ordered it; a trace of its own where that had none. */
  private exportSpans(
    { id, tokenId, attempts, request }: ClaimedResponse,
    record: RelayRecord,
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
