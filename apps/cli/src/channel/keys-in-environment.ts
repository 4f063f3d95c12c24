import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** The values of these variables. If one is not set, the error names the option. */
export async function keysInEnvironment(option: string, names: readonly string[]): Promise<string[]> {
  const { readEnvironment, readVariable } = await import('#config');
  const environment = readEnvironment();
  return names.map((name) => {
    const key = readVariable(environment, name);
    if (key !== undefined) return key;
    throw new CommandFailure(`${option}: the variable ${name} is not set.`, exitCodes.usage);
  });
}
