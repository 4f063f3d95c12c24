import { Client, type ClientConfig } from 'pg';

/**
 * An error on a connection that nobody listens to at that moment ends the process. Libraries that lend connections to
 * each other have such moments; whoever uses the connection next is told all the same.
 */
export class HeardClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
