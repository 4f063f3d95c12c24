import { setMaxListeners } from 'node:events';
import { GatewayError } from '#canonical';

/** Whether this process is shutting down, and when it stops waiting for running requests. */
export class Drain {
  private readonly deadline = new AbortController();
  isDraining = false;

  constructor() {
    // Every running request adds a listener, so their number does not indicate a leak.
    setMaxListeners(0, this.deadline.signal);
  }

  /** Aborted when running responses must end. */
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
