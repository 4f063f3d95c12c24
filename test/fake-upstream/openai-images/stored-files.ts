import type { Account } from '../account.js';
import { sha256Of } from '../made-up/pseudo-random.js';
import type { ReceivedRequest } from '../received-request.js';

/** Keeps a picture for whoever asks for it, and links to it on this very server. */
export function storeFile(picture: Buffer, { headers }: ReceivedRequest, { storedFiles }: Account): string {
  const path = `/files/${sha256Of(picture).slice(0, 16)}.png`;
  storedFiles.set(path, picture);
  return `http://${headers.host}${path}`;
}
