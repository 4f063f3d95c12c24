import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** What these variables hold; the option that names them is named where one is not set. */
export async function keysInEnvironment(option: string, names: readonly string[]): Promise<string[]> {
  const { readEnvironment, readVariable } = await import('#config');
  const environment = readEnvironment();
  return names.map((name) => {
    const key = readVariable(environment, name);
    if (key !== undefined) return key;
    throw new CommandFailure(`${option}: the variable ${name} is not set.`, exitCodes.usage);
  });
}
