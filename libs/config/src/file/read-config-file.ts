import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { getErrorCode } from '../text/error-code.js';
import { quote } from '../text/quote.js';

const DEFAULT_PATH = 'modelgate.yaml';

export interface ConfigFileText {
  /** The name in messages. */
  shownName: string;
  path: string;
  text: string;
}

const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Reads the file of MODELGATE_CONFIG, or else the default one. Undefined if the default one does not exist. */
export function readConfigFile(
  given: string | undefined,
  workingDirectory: string,
): ConfigFileText | undefined {
  const shownName = given ?? DEFAULT_PATH;
  const path = resolve(workingDirectory, shownName);
  try {
    return { shownName, path, text: readTextFile(path) };
  } catch (error) {
    if (given === undefined && getErrorCode(error) === 'ENOENT') return undefined;
    const reason = describeReadError(error);
    throw new ConfigError(
      given === undefined ? `${shownName}: ${reason}` : `MODELGATE_CONFIG: ${quote(given)} ${reason}`,
    );
  }
}

class UnreadableFile extends Error {}

export function readTextFile(path: string): string {
  const status = statSync(path);
  if (!status.isFile()) throw new UnreadableFile('is not a file');
  if (status.size > MAX_FILE_BYTES) throw new UnreadableFile(`is larger than ${MAX_FILE_BYTES} bytes`);
  return decode(readFileSync(path));
}

/** The reason why a file could not be read, as the rest of a sentence that begins with its name. */
export function describeReadError(error: unknown): string {
  return error instanceof UnreadableFile ? error.message : `cannot be read (${getErrorCode(error)})`;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('is not UTF-8 text');
  }
}
