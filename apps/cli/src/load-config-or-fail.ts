import { type Config, CONFIG_EXIT_CODE, ConfigError, loadConfig } from '#config';
import { CommandFailure } from './command-failure.js';

export function loadConfigOrFail(environment: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(environment, process.cwd());
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandFailure(error.message, CONFIG_EXIT_CODE);
    throw error;
  }
}
