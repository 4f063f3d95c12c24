import { CandidateSelector, type SelectedCandidate } from '#catalog';
import { Attempt, type AttemptedRequest, type RouteCandidate } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';
import {
  type ServeAttempt,
  canOtherChannelSucceed,
  noChannel,
  pauseAndRetry,
  serveInSlot,
} from './serve-attempt.js';
import { HedgedAttempts } from './hedged-attempts.js';

/**
 * Serves a request with the first candidate that succeeds. The next one is tried if nothing has been sent to the client
 * and the failure may be specific to the channel. With hedging, a second one starts before the first has failed.
 */
export async function tryCandidates<One extends RouteCandidate>(
  candidates: readonly One[],
  request: AttemptedRequest,
  controls: AttemptControls,
  serve: ServeAttempt<One>,
): Promise<void> {
  const selector = new CandidateSelector(candidates, controls);
  if (request.hedgeMs !== undefined) return new HedgedAttempts(selector, request, controls, serve).run();
  let selected: SelectedCandidate<One> | undefined = selector.next();
  if (selected === undefined) throw noChannel();
  for (let hasPaused = false; ;) {
    const attempt: Attempt<One> = new Attempt(selected, request);
    request.decidingAttempt = attempt;
    try {
      if (attempt.candidate.target.channel.maxConcurrency === undefined) await serve(attempt);
      else await serveInSlot(attempt, { request, controls, selector, serve });
      return attempt.succeed();
    } catch (thrown) {
      const error = attempt.fail(thrown);
      if (attempt.hasStartedResponse || request.client.signal.aborted || !canOtherChannelSucceed(error))
        throw error;
      selected = selector.next();
      if (selected === undefined && !hasPaused) {
        hasPaused = true;
        selected = await pauseAndRetry(attempt.candidate, error, { selector, request });
      }
      if (selected === undefined) throw error;
    }
  }
}
