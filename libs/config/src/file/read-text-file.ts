import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../text/error-code.js';

const MAX_BYTES = 16 * 1024 * 1024;

class UnreadableFile extends Error {}

export function readTextFile(path: string): string {
  const status = statSync(path);
  if (!status.isFile()) throw new UnreadableFile('is not a file');
  if (status.size > MAX_BYTES) throw new UnreadableFile(`is larger than ${MAX_BYTES} bytes`);
  return decode(readFileSync(path));
}

/** Why a file could not be read, as the end of a sentence that begins with its name. */
export function whyUnreadable(error: unknown): string {
  return error instanceof UnreadableFile ? error.message : `cannot be read (${errorCode(error)})`;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}
