import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 256 * 1024;
const BODY_MS = 2_000;

/** The other side answered the request for a WebSocket with an ordinary response. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';

  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    /** Truncated where it is long or slow. */
    readonly body: Buffer,
  ) {
    super(`The model service refused the connection with status ${status}.`);
  }
}

/** Reads the body up to a size and a timeout. Never rejects, because the status says enough. */
export function readRefusalBody(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      response.pause();
      resolve(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES));
    };
    const timer = setTimeout(finish, BODY_MS);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= MAX_BODY_BYTES) finish();
    });
    response.on('error', finish);
    response.on('close', finish);
  });
}
