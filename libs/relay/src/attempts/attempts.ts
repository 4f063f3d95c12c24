import { type CancelSignal } from '#canonical';
import { Route, type Step } from '#catalog';
import { type ClientSide, type ClientStream } from '../client-side.js';
import { type AttemptControls } from './attempt-controls.js';
import {
  type Attempt,
  type AttemptedCall,
  type Serve,
  follow,
  mayBeThisChannel,
  noChannel,
  noteFirstByte,
  openAttempt,
  pauseAndRetry,
  serveInSlot,
} from './attempt.js';
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
  if (call.hedgeMs !== undefined) return new HedgedAttempts(candidates, call, controls, serve).run();
  const route = new Route(candidates, controls);
  let step: Step<One> | undefined = route.next();
  if (step === undefined) throw noChannel();
  for (let hasPaused = false; ;) {
    const client = new AttemptClient(call.client);
    const attempt: Attempt<One> = openAttempt(step, call, client);
    client.onAnswer = () => noteFirstByte(attempt, call);
    call.lead.attempt = attempt;
    const error = await follow(attempt, client, () => serveInSlot(attempt, { call, controls, route, serve }));
    if (error === undefined) return;
    if (client.hasAnswered || call.client.signal.aborted || !mayBeThisChannel(error)) throw error;
    step = route.next();
    if (step === undefined && !hasPaused) {
      hasPaused = true;
      step = await pauseAndRetry(attempt.candidate, error, { route, call });
    }
    if (step === undefined) throw error;
  }
}

/** The client as an attempt sees it that has no rival. */
class AttemptClient implements ClientSide {
  readonly isCalledOff = false;
  hasAnswered = false;
  onAnswer: () => void = () => undefined;

  constructor(private readonly client: ClientSide) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  claim(): void {
    if (this.hasAnswered) return;
    this.hasAnswered = true;
    this.onAnswer();
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void> {
    this.claim();
    return this.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.claim();
    return this.client.openStream(headers);
  }
}
