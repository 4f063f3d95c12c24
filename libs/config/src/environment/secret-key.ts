import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { getErrorCode } from '../text/error-code.js';
import type { Variables } from './variables.js';

const SECRET_KEY_BYTES = 32;
const SECRET_KEY = `${SECRET_KEY_BYTES} bytes in base64`;

export interface SecretKeySettings {
  /** 32 bytes. If undefined, a key is generated once and stored in the data folder. */
  secretKey?: Uint8Array | undefined;
  /** Earlier keys, which still decrypt. */
  formerSecretKeys: Uint8Array[];
  /** The absolute path of the file that the keys were read from, if any. */
  secretKeyFile?: string | undefined;
}

/** The keys of the environment that encrypt secrets at rest: the current one and earlier ones. */
export function readSecretKeys(variables: Variables, workingDirectory: string): SecretKeySettings {
  const inline = variables.parseSecret('MODELGATE_SECRET_KEY', SECRET_KEY, decodeSecretKeys);
  const path = variables.text('MODELGATE_SECRET_KEY_FILE');
  if (inline !== undefined && path !== undefined) {
    throw new ConfigError('MODELGATE_SECRET_KEY_FILE: cannot be combined with MODELGATE_SECRET_KEY');
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
    throw new ConfigError(`MODELGATE_SECRET_KEY_FILE: ${quote(path)} does not contain ${SECRET_KEY}`);
  }
  return keys;
}

function readText(path: string, workingDirectory: string): string {
  try {
    return readFileSync(resolve(workingDirectory, path), 'utf8');
  } catch (error) {
    throw new ConfigError(
      `MODELGATE_SECRET_KEY_FILE: ${quote(path)} cannot be read (${getErrorCode(error)})`,
    );
  }
}

/** Several keys are separated by spaces, commas or line ends. */
function decodeSecretKeys(text: string): Uint8Array[] | undefined {
  const keys = text.split(/[\s,]+/).map(decodeSecretKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function decodeSecretKey(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]+=?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.length === SECRET_KEY_BYTES ? bytes : undefined;
}
