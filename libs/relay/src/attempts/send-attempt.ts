import { type HeldBudget } from '#admission';
import { type ErrorKind } from '#canonical';
import { type HttpTransport } from '#egress';
import { type WriteTime } from '#metering';
import { type Provider } from '#providers';
import { callUpstream } from '#upstream';
import { type Bill } from '../billing/bill.js';
import { type Attempt, type RouteCandidate } from './attempt.js';

/** An attempt with the bill of its request. */
export interface AttemptWithBill<One extends RouteCandidate = RouteCandidate> {
  attempt: Attempt<One>;
  bill: Pick<Bill, 'beginBatched'> & HeldBudget;
  /** Closes the bill. Only the first call has an effect. */
  closeBill: (outcome: 'ok' | ErrorKind, when: WriteTime) => void | Promise<void>;
}

type UpstreamCall = Parameters<typeof callUpstream>[1];

/** The part of a call that depends on the request. The attempt has the rest. */
type SentRequest = Omit<
  UpstreamCall,
  'permit' | 'budget' | 'target' | 'provider' | 'apiKey' | 'signal' | 'trace'
>;

/** Adds the request to the journal and sends it to the upstream of its attempt. */
export async function sendAttempt(
  http: HttpTransport,
  { attempt, bill }: AttemptWithBill<RouteCandidate & { provider: Provider }>,
  { format, body, headers, expected, responseKind, isRepeatable }: SentRequest,
): ReturnType<typeof callUpstream> {
  const { permit, candidate, use, signal, trace } = attempt;
  const { target, provider } = candidate;
  // Nothing is sent or billed for a client that has disconnected.
  signal.throwIfAborted();
  await bill.beginBatched(target, signal);
  const response = await callUpstream(http, {
    permit,
    budget: bill,
    target,
    provider,
    format,
    body,
    headers,
    expected,
    responseKind,
    isRepeatable,
    apiKey: use.apiKey,
    signal,
    trace,
  });
  attempt.noteHead(response);
  return response;
}
