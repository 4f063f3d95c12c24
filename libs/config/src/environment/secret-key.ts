import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { errorCode } from '../text/error-code.js';
import type { Variables } from './variables.js';

const SECRET_KEY_BYTES = 32;
const SECRET_KEY = `${SECRET_KEY_BYTES} bytes in base64`;

/** The key that encrypts provider keys at rest, where the environment gives one. */
export function readSecretKey(variables: Variables, workingDirectory: string): Uint8Array | undefined {
  const inline = variables.parseSecret('MODELGATE_SECRET_KEY', SECRET_KEY, decodeSecretKey);
  const path = variables.text('MODELGATE_SECRET_KEY_FILE');
  if (inline !== undefined && path !== undefined) {
    throw new ConfigError('MODELGATE_SECRET_KEY_FILE: cannot be set beside MODELGATE_SECRET_KEY');
  }
  return path === undefined ? inline : readSecretKeyFile(path, workingDirectory);
}

function readSecretKeyFile(path: string, workingDirectory: string): Uint8Array {
  const key = decodeSecretKey(readText(path, workingDirectory).trim());
  if (key === undefined) {
    throw new ConfigError(`MODELGATE_SECRET_KEY_FILE: ${quote(path)} does not hold ${SECRET_KEY}`);
  }
  return key;
}

function readText(path: string, workingDirectory: string): string {
  try {
    return readFileSync(resolve(workingDirectory, path), 'utf8');
  } catch (error) {
    throw new ConfigError(`MODELGATE_SECRET_KEY_FILE: ${quote(path)} cannot be read (${errorCode(error)})`);
  }
}

function decodeSecretKey(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]+=?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === SECRET_KEY_BYTES ? bytes : undefined;
}
