import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { ConfigError } from '../config-error.js';
import { errorCode } from '../text/error-code.js';
import { quote } from '../text/quote.js';

/** More than any password, key or address has. */
const MAX_BYTES = 64 * 1024;

/** It says itself what its file holds, which may change while the gateway runs. */
const OTHERWISE_READ: ReadonlySet<string> = new Set(['MODELGATE_SECRET_KEY']);

/**
 * What a variable holds, or the file that is named by the same variable with `_FILE` at its end, without the end of its
 * last line: so nothing secret has to be in the environment, where it shows. Empty means unset.
 */
export function readVariable(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = getOwn(environment, name);
  const path = OTHERWISE_READ.has(name) ? undefined : getOwn(environment, `${name}_FILE`);
  if (path === undefined) return value;
  if (value !== undefined) throw new ConfigError(`${name}_FILE: cannot be set beside ${name}`);
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
    throw new ConfigError(`${name}: ${quote(path)} cannot be read (${errorCode(error)})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
