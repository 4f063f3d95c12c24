import { setMaxListeners } from 'node:events';
import { GatewayError } from '#canonical';

/** Whether this process still takes requests, and the moment after which it waits for none. */
export class Drain {
  private readonly deadline = new AbortController();
  isDraining = false;

  constructor() {
    // Every running request listens: their number says nothing about a leak.
    setMaxListeners(0, this.deadline.signal);
  }

  /** Aborted when running answers must end. */
  get signal(): AbortSignal {
    return this.deadline.signal;
  }

  begin(timeoutMs: number): void {
    this.isDraining = true;
    setTimeout(() => {
      this.deadline.abort(new GatewayError('shutting-down', 'The gateway is shutting down.'));
    }, timeoutMs).unref();
  }
}
