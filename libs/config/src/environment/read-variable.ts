import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { ConfigError } from '../config-error.js';
import { getErrorCode } from '../text/error-code.js';
import { quote } from '../text/quote.js';

/** Longer than any password, key or address. */
const MAX_BYTES = 64 * 1024;

/** Variables whose files are read elsewhere: the file of the secret key can change while the gateway runs. */
const EXCLUDED_VARIABLES: ReadonlySet<string> = new Set(['MODELGATE_SECRET_KEY']);

/**
 * The value of a variable, or else the content of the file that the variable with the suffix `_FILE` names, without the
 * last line end. So secrets need not be in the environment, where other processes can see them. Empty means unset.
 */
export function readVariable(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = getOwn(environment, name);
  const path = EXCLUDED_VARIABLES.has(name) ? undefined : getOwn(environment, `${name}_FILE`);
  if (path === undefined) return value;
  if (value !== undefined) throw new ConfigError(`${name}_FILE: cannot be combined with ${name}`);
  const content = readBounded(`${name}_FILE`, path);
  return content === '' ? undefined : content;
}

function getOwn(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  return value === '' ? undefined : value;
}

function readBounded(name: string, path: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    if (fstatSync(descriptor).size > MAX_BYTES) {
      throw new ConfigError(`${name}: ${quote(path)} is larger than ${MAX_BYTES} bytes`);
    }
    return readFileSync(descriptor, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${name}: ${quote(path)} cannot be read (${getErrorCode(error)})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
