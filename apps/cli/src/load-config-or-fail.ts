import { type Config, ConfigError, loadConfig } from '#config';
import { CommandFailure } from './command-failure.js';
import { exitCodes } from './exit-codes.js';

export function loadConfigOrFail(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment, process.cwd());
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFailure(error.message, exitCodes.config);
    throw error;
  }
}
