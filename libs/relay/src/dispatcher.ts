import { type ErrorKind, GatewayError } from '#canonical';
import { Route, type Step } from '#catalog';
import { Injectable } from '@nestjs/common';
import { AttemptControls } from './attempts/attempt-controls.js';
import { Attempt, type AttemptedCall, type RouteCandidate } from './attempts/attempt.js';
import {
  type Serve,
  mayBeThisChannel,
  noChannel,
  pauseAndRetry,
  serveInSlot,
} from './attempts/attempt-steps.js';
import { HedgedAttempts } from './attempts/hedged-attempts.js';
import { type Bill } from './billing/bill.js';
import { Billing } from './billing/billing.js';
import { AnswerCache } from './cache/answer-cache.js';
import { ContentRecorder } from './recording/content-recorder.js';
import { type RelayedRequest } from './relayed-request.js';

/** Has requests answered, and paid for exactly once, whatever happens on the way. */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly attempts: AttemptControls,
    private readonly billing: Billing,
    private readonly answers: AnswerCache,
    private readonly recorder: ContentRecorder,
  ) {}

  /** Throws where a budget cannot pay for the request in any of its ways. */
  requirePayable(request: RelayedRequest, candidates: readonly RouteCandidate[]): void {
    this.billing.payable(
      request,
      candidates.map(({ target }) => target),
    );
  }

  /**
   * By what is remembered, where the client allows it, or by an upstream. `serve` serves the request in one of its ways,
   * to the last byte, and closes the bill before that.
   */
  dispatch<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: (attempt: Attempt<One>, bill: Bill) => Promise<void>,
  ): Promise<void> {
    return request.token.contentDays === 0
      ? this.answer(request, candidates, serve)
      : this.answerOnRecord(request, candidates, serve);
  }

  /** For tokens that want what their requests say to be kept. */
  private async answerOnRecord<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: (attempt: Attempt<One>, bill: Bill) => Promise<void>,
  ): Promise<void> {
    const recording = this.recorder.begin(request);
    try {
      await this.answer(request, candidates, serve);
    } finally {
      if (recording !== undefined) this.recorder.finish(recording);
    }
  }

  private async answer<One extends RouteCandidate>(
    request: RelayedRequest,
    candidates: readonly One[],
    serve: (attempt: Attempt<One>, bill: Bill) => Promise<void>,
  ): Promise<void> {
    const { record } = request;
    // Without the channel that it may have been pinned to: so it is called in the books, too.
    record.model = request.model;
    const kept = this.answers.isWanted(request) ? await this.answers.look(request) : undefined;
    if (kept === 'answered') return;
    const opening = this.billing.open(
      request,
      candidates.map(({ target }) => target),
    );
    const bill = opening instanceof Promise ? await opening : opening;
    const payable = candidates.filter(({ target }) => bill.covers(target));
    let outcome: 'ok' | ErrorKind = 'internal-error';
    try {
      await tryInTurn(payable, request, this.attempts, (attempt) => serve(attempt, bill));
      outcome = 'ok';
      record.outcome = outcome;
    } catch (thrown) {
      outcome = GatewayError.from(thrown).kind;
      const { lead } = request;
      await lead?.received.count(lead.candidate.target.upstreamModel);
      throw thrown;
    } finally {
      bill.close(outcome, request.lead, record);
    }
    kept?.keep(request.lead);
  }
}

/**
 * Serves a request by the first of its ways that can. The next one is tried while nothing has been sent and the
 * fault may be this one's own; where the model asks for it, a second one is raced before the first has failed.
 */
export async function tryInTurn<One extends RouteCandidate>(
  candidates: readonly One[],
  call: AttemptedCall,
  controls: AttemptControls,
  serve: Serve<One>,
): Promise<void> {
  const route = new Route(candidates, controls);
  if (call.hedgeMs !== undefined) return new HedgedAttempts(route, call, controls, serve).run();
  let step: Step<One> | undefined = route.next();
  if (step === undefined) throw noChannel();
  for (let hasPaused = false; ;) {
    const attempt: Attempt<One> = new Attempt(step, call);
    call.lead = attempt;
    try {
      if (attempt.candidate.target.channel.maxConcurrency === undefined) await serve(attempt);
      else await serveInSlot(attempt, { call, controls, route, serve });
      return attempt.succeed();
    } catch (thrown) {
      const error = attempt.fail(thrown);
      if (attempt.hasAnswered || call.client.signal.aborted || !mayBeThisChannel(error)) throw error;
      step = route.next();
      if (step === undefined && !hasPaused) {
        hasPaused = true;
        step = await pauseAndRetry(attempt.candidate, error, { route, call });
      }
      if (step === undefined) throw error;
    }
  }
}
