import type { Account } from '../account.js';
import { toSha256 } from '../made-up/pseudo-random.js';
import type { ReceivedRequest } from '../received-request.js';

/** Stores an image, and returns a link to it on this server. */
export function storeFile(image: Buffer, { headers }: ReceivedRequest, { storedFiles }: Account): string {
  const path = `/files/${toSha256(image).slice(0, 16)}.png`;
  storedFiles.set(path, image);
  return `http://${headers.host}${path}`;
}
