import { type ErrorKind, GatewayError } from '#canonical';
import { type AttemptControls } from './attempts/attempt-controls.js';
import { tryInTurn } from './attempts/attempts.js';
import { type Attempt, type AttemptedCall } from './attempts/attempt.js';
import { type RouteCandidate } from './attempts/route-candidate.js';
import { type AnswerCache, type CacheableRequest } from './cache/answer-cache.js';
import { type Bill, type BilledRequest } from './billing/bill.js';
import { type Billing } from './billing/billing.js';

export interface DispatchDependencies {
  attempts: AttemptControls;
  billing: Billing;
  answers: AnswerCache;
}

export interface Dispatch<One extends RouteCandidate> {
  candidates: readonly One[];
  call: Omit<AttemptedCall, 'lead'>;
  billed: BilledRequest;
  asked: CacheableRequest;
  /** Serves the request in one of its ways, to the last byte, and closes the bill before that. */
  serve(attempt: Attempt<One>, bill: Bill): Promise<void>;
}

/** Has a request answered: by what is remembered, where the client allows it, or by an upstream. */
export async function dispatch<One extends RouteCandidate>(
  parts: DispatchDependencies,
  { call, billed, asked, ...rest }: Dispatch<One>,
): Promise<void> {
  // Without the channel that it may have been pinned to: so it is called in the books, too.
  call.record.model = billed.model;
  const { client, keep } = await parts.answers.look(asked, billed, call);
  if (client === undefined) return;
  const attempt = await serveAndBill(parts, { ...rest, billed, call: { ...call, client } });
  keep?.(attempt);
}

/** Has a request served and paid for, exactly once, whatever happens on the way. */
async function serveAndBill<One extends RouteCandidate>(
  { attempts, billing }: DispatchDependencies,
  { candidates, call, billed, serve }: Omit<Dispatch<One>, 'asked'>,
): Promise<Attempt | undefined> {
  const { record } = call;
  const targets = candidates.map(({ target }) => target);
  const bill = await billing.open(billed, targets);
  const payable = candidates.filter(({ target }) => bill.covers(target));
  const lead: AttemptedCall['lead'] = {};
  let outcome: 'ok' | ErrorKind = 'internal-error';
  try {
    await tryInTurn(payable, { ...call, lead }, attempts, (attempt) => serve(attempt, bill));
    outcome = 'ok';
    record.outcome = outcome;
    return lead.attempt;
  } catch (thrown) {
    outcome = GatewayError.from(thrown).kind;
    throw thrown;
  } finally {
    bill.close(outcome, lead.attempt, record);
  }
}
