import { GatewayError } from '#canonical';
import { type Lease } from './background-response.js';

/** Why a run is to end before its answer does. */
export type StopReason = 'cancelled' | 'deadline' | 'too-large' | 'lease-lost' | 'shutdown';

const ERRORS: Record<StopReason, () => GatewayError> = {
  cancelled: () => new GatewayError('client-gone', 'The response was cancelled.'),
  deadline: () => new GatewayError('request-timeout', 'The response was not finished within an hour.'),
  'too-large': () =>
    new GatewayError('upstream-too-large', 'The answer of the model is larger than can be kept.'),
  'lease-lost': () => new GatewayError('internal-error', 'Another worker has taken over.'),
  shutdown: () => new GatewayError('shutting-down', 'The gateway is shutting down.'),
};

/** One attempt at a response, and the ways to end it early. */
export class Run {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  /** The first reason that was given. */
  stopReason: StopReason | undefined;
  /** Whatever else is the matter: nothing of this run counts any more. */
  isLeaseLost = false;

  constructor(readonly lease: Lease) {}

  stop(reason: StopReason): void {
    if (reason === 'lease-lost') this.isLeaseLost = true;
    if (this.stopReason !== undefined) return;
    this.stopReason = reason;
    this.abort.abort(ERRORS[reason]());
  }
}
