import { type ErrorKind, GatewayError } from '#canonical';
import { getErrorCode } from '#wire';
import { Injectable } from '@nestjs/common';
import { AttemptControls } from './attempts/attempt-controls.js';
import { type RouteCandidate } from './attempts/attempt.js';
import { type AttemptWithBill } from './attempts/send-attempt.js';
import { tryCandidates } from './attempts/try-candidates.js';
import { Billing } from './billing/billing.js';
import { CacheLookup } from './cache/cache-lookup.js';
import { ContentRecorder } from './recording/content-recorder.js';
import { type RelayedRequest } from './relayed-request.js';

type ServeWithBill<One extends RouteCandidate> = (attemptWithBill: AttemptWithBill<One>) => Promise<void>;

/** Serves requests from the cache or an upstream. Each request is billed exactly once, however it ends. */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly attempts: AttemptControls,
    private readonly billing: Billing,
    private readonly cache: CacheLookup,
    private readonly recorder: ContentRecorder,
  ) {}

  /** Throws if a budget allows none of the candidates. */
  requirePayable(request: RelayedRequest, candidates: readonly RouteCandidate[]): void {
    this.billing.filterPayable(
      request,
      candidates.map(({ target }) => target),
    );
  }

  /**
   * Responds from the cache, if the client allows that, or with an upstream. `serve` sends the response of one attempt
   * up to the last byte, and closes the bill before that byte.
   */
  dispatch<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: ServeWithBill<One>,
  ): Promise<void> {
    return (request.token.contentDays ?? 0) === 0
      ? this.respond(request, candidates, serve)
      : this.respondAndRecord(request, candidates, serve);
  }

  /** For tokens whose requests and responses are recorded. */
  private async respondAndRecord<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: ServeWithBill<One>,
  ): Promise<void> {
    const recording = this.recorder.begin(request);
    try {
      await this.respond(request, candidates, serve);
    } finally {
      if (recording !== undefined) this.recorder.finish(recording);
    }
  }

  private async respond<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: ServeWithBill<One>,
  ): Promise<void> {
    const { record } = request;
    // Usage and billing have the model without a pinned channel.
    record.model = request.model;
    const cached = this.cache.isEnabled(request) ? await this.cache.serveOrRecord(request) : undefined;
    if (cached === 'hit') return;
    const opening = this.billing.openBill(
      request,
      candidates.map(({ target }) => target),
    );
    const bill = opening instanceof Promise ? await opening : opening;
    const payable = candidates.filter(({ target }) => bill.covers(target));
    // The bill is only closed here: before the last byte of a response, or after all attempts have failed.
    const closeBill: AttemptWithBill['closeBill'] = (outcome, when) =>
      bill.close(outcome, request.decidingAttempt, record, when);
    let result: 'ok' | ErrorKind = 'internal-error';
    try {
      await tryCandidates(payable, request, this.attempts, (attempt) => serve({ attempt, bill, closeBill }));
      result = 'ok';
      record.outcome = result;
    } catch (thrown) {
      const error = GatewayError.from(thrown);
      result = error.kind;
      record.errorCode = getErrorCode(error);
      const { decidingAttempt } = request;
      await decidingAttempt?.received.countTokens(decidingAttempt.candidate.target.upstreamModel);
      throw thrown;
    } finally {
      void closeBill(result, 'now');
    }
    cached?.store(request.decidingAttempt);
  }
}
