import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ReceivedBody } from './bodies/received-body.js';
import type { ReceivedForm } from './bodies/received-form.js';

/** Headers in which a client of the gateway may have sent a credential. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'cookie'];

/** The request on the wire, recorded before the response. */
export class ReceivedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Lower-cased names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers with a credential that the service does not read. */
  readonly foreignCredentials: readonly string[];
  readonly receivedAt = performance.now();
  /** Settles when the client disconnects before the response is finished, and never otherwise. */
  readonly aborted: Promise<number>;
  abortedAt?: number;
  #announceAbort: (at: number) => void = () => {};

  constructor(
    message: IncomingMessage,
    readonly body: ReceivedBody,
    ownCredentials: readonly string[],
  ) {
    this.method = message.method ?? '';
    this.path = message.url ?? '';
    this.headers = getHeaders(message.rawHeaders);
    const own = ownCredentials.find((name) => name in this.headers);
    this.foreignCredentials = CREDENTIAL_HEADERS.filter((name) => name in this.headers && name !== own);
    this.aborted = new Promise((resolve) => {
      this.#announceAbort = resolve;
    });
  }

  /** The path without its query. */
  get route(): string {
    return this.path.split('?')[0] ?? '';
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.path.split('?')[1] ?? '');
  }

  get rawBody(): Buffer {
    return this.body.raw;
  }

  json(): unknown {
    return JSON.parse(this.rawBody.toString('utf8'));
  }

  /** The parts of a multipart body. */
  form(): ReceivedForm {
    if (!this.body.form) throw new Error('The body of the request is no form');
    return this.body.form;
  }

  markAborted(): void {
    this.abortedAt = performance.now();
    this.#announceAbort(this.abortedAt);
  }
}

function getHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
