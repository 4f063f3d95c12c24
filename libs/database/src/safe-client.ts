import { Client } from 'pg';

/**
 * A connection whose errors never end the process. Node ends a process for an `error` event that nobody listens to, and
 * libraries that lend connections to each other have such moments, some of them by removing every listener before they
 * close. Whoever uses the connection next is told all the same.
 */
export class SafeClient extends Client {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false;
    return super.emit(event, ...values);
  }
}
