import { type Config, ConfigError, loadConfig } from '#config';
import { listKnownProviders } from '#providers';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

export function loadConfigOrFail(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment, process.cwd(), listKnownProviders());
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFailure(error.message, exitCodes.config);
    throw error;
  }
}
