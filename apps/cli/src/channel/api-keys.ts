import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { readSecret } from '../read-secret.js';

export interface ApiKeyOptions {
  apiKeyEnv: string[] | undefined;
  apiKeyStdin: boolean;
}

/** The keys themselves, from where they were said to be; undefined where nothing was said. */
export async function readApiKeys({ apiKeyEnv, apiKeyStdin }: ApiKeyOptions): Promise<string[] | undefined> {
  if (apiKeyEnv !== undefined && apiKeyStdin) {
    throw new CommandFailure('--api-key-env and --api-key-stdin exclude each other.', exitCodes.usage);
  }
  if (apiKeyEnv !== undefined) return keysInEnvironment(apiKeyEnv);
  if (!apiKeyStdin) return undefined;
  const lines = (await readSecret('--api-key-stdin')).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

async function keysInEnvironment(names: readonly string[]): Promise<string[]> {
  const { readEnvironment } = await import('#config');
  const environment = readEnvironment();
  return names.map((name) => {
    const key = environment[name];
    if (key !== undefined && key !== '') return key;
    throw new CommandFailure(`--api-key-env: the variable ${name} is not set.`, exitCodes.usage);
  });
}
