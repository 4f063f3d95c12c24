import { Client } from 'pg';

/**
 * A connection whose errors never end the process. Node ends a process for an `error` event without a listener, and the
 * pool and TypeORM have moments without one, for example when they remove all listeners before closing. The next query on
 * the connection reports the error anyway.
 */
export class SafeClient extends Client {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false;
    return super.emit(event, ...values);
  }
}
