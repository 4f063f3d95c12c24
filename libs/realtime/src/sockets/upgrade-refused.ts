import { type IncomingHttpHeaders } from 'node:http';

/** The other side answered the request for a WebSocket with an ordinary response. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';

  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    /** The beginning of it, where it is long or slow. */
    readonly body: Buffer,
  ) {
    super(`The model service refused the connection with status ${status}.`);
  }
}
