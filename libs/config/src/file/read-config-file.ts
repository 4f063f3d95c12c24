import { resolve } from 'node:path';
import { ConfigError } from '../config-error.js';
import { errorCode } from '../text/error-code.js';
import { quote } from '../text/quote.js';
import { readTextFile, whyUnreadable } from './read-text-file.js';

const DEFAULT_PATH = 'modelgate.yaml';

export interface ConfigFileText {
  /** As messages call it. */
  shownName: string;
  path: string;
  text: string;
}

/** The file that MODELGATE_CONFIG names; without it the default one, if there is one. */
export function readConfigFile(
  given: string | undefined,
  workingDirectory: string,
): ConfigFileText | undefined {
  const shownName = given ?? DEFAULT_PATH;
  const path = resolve(workingDirectory, shownName);
  try {
    return { shownName, path, text: readTextFile(path) };
  } catch (error) {
    if (given === undefined && errorCode(error) === 'ENOENT') return undefined;
    const reason = whyUnreadable(error);
    throw new ConfigError(
      given === undefined ? `${shownName}: ${reason}` : `MODELGATE_CONFIG: ${quote(given)} ${reason}`,
    );
  }
}
