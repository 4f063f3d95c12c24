import { type IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 256 * 1024;
const BODY_MS = 2_000;

/** As much of the body as comes in time and is not too much. Never rejects: the status says enough. */
export function readRefusal(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      response.pause();
      resolve(Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES));
    };
    const timer = setTimeout(finish, BODY_MS);
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      sizeBytes += piece.length;
      if (sizeBytes >= MAX_BODY_BYTES) finish();
    });
    response.on('error', finish);
    response.on('close', finish);
  });
}
