import { GatewayError } from '#canonical';
import { type Lease } from './background-response.js';

/** Why a run is stopped before its response is complete. */
export type StopReason = 'cancelled' | 'deadline' | 'too-large' | 'lease-lost' | 'shutdown';

const ERRORS: Record<StopReason, () => GatewayError> = {
  cancelled: () => new GatewayError('client-gone', 'The response was cancelled.'),
  deadline: () => new GatewayError('request-timeout', 'The response did not finish within one hour.'),
  'too-large': () =>
    new GatewayError('upstream-too-large', 'The response of the model is too large to be stored.'),
  'lease-lost': () => new GatewayError('internal-error', 'Another worker has taken over this response.'),
  shutdown: () => new GatewayError('shutting-down', 'The gateway is shutting down.'),
};

/** One run of a background response, which can be stopped. */
export class Run {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  /** The first reason. */
  stopReason: StopReason | undefined;
  /** Whether the lease is lost. Then no result of this run may be stored. */
  isLeaseLost = false;

  constructor(readonly lease: Lease) {}

  stop(reason: StopReason): void {
    if (reason === 'lease-lost') this.isLeaseLost = true;
    if (this.stopReason !== undefined) return;
    this.stopReason = reason;
    this.abort.abort(ERRORS[reason]());
  }
}
