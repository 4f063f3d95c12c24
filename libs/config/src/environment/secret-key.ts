import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { errorCode } from '../text/error-code.js';
import type { Variables } from './variables.js';

const SECRET_KEY_BYTES = 32;
const SECRET_KEY = `${SECRET_KEY_BYTES} bytes in base64`;

export interface SecretKeySettings {
  /** 32 bytes; without them one is generated once into the data folder. */
  secretKey?: Uint8Array | undefined;
  /** What was sealed with these is still opened. */
  formerSecretKeys: Uint8Array[];
  /** Where they were read from, where that is a file. Absolute. */
  secretKeyFile?: string | undefined;
}

/** The key that encrypts provider keys at rest, where the environment gives one; behind it, those it came after. */
export function readSecretKeys(variables: Variables, workingDirectory: string): SecretKeySettings {
  const inline = variables.parseSecret('MODELGATE_SECRET_KEY', SECRET_KEY, decodeSecretKeys);
  const path = variables.text('MODELGATE_SECRET_KEY_FILE');
  if (inline !== undefined && path !== undefined) {
    throw new ConfigError('MODELGATE_SECRET_KEY_FILE: cannot be set beside MODELGATE_SECRET_KEY');
  }
  const keys = path === undefined ? inline : readSecretKeyFile(path, workingDirectory);
  const [secretKey, ...formerSecretKeys] = keys ?? [];
  const secretKeyFile = path === undefined ? undefined : resolve(workingDirectory, path);
  return { secretKey, formerSecretKeys, secretKeyFile };
}

/** The current key first. */
export function readSecretKeyFile(path: string, workingDirectory = process.cwd()): Uint8Array[] {
  const keys = decodeSecretKeys(readText(path, workingDirectory).trim());
  if (keys === undefined) {
    throw new ConfigError(`MODELGATE_SECRET_KEY_FILE: ${quote(path)} does not hold ${SECRET_KEY}`);
  }
  return keys;
}

function readText(path: string, workingDirectory: string): string {
  try {
    return readFileSync(resolve(workingDirectory, path), 'utf8');
  } catch (error) {
    throw new ConfigError(`MODELGATE_SECRET_KEY_FILE: ${quote(path)} cannot be read (${errorCode(error)})`);
  }
}

/** Several stand between spaces, commas or line ends. */
function decodeSecretKeys(text: string): Uint8Array[] | undefined {
  const keys = text.split(/[\s,]+/).map(decodeSecretKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function decodeSecretKey(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]+=?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === SECRET_KEY_BYTES ? bytes : undefined;
}
