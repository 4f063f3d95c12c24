import { Route, type Step } from '#catalog';
import { Attempt, type AttemptedCall } from './attempt.js';
import { type AttemptControls } from './attempt-controls.js';
import { type Serve, mayBeThisChannel, noChannel, pauseAndRetry, serveInSlot } from './attempt-steps.js';
import { HedgedAttempts } from './hedged-attempts.js';
import { type RouteCandidate } from './route-candidate.js';

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
