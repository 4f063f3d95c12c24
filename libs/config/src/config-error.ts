import { escapeControlCharacters } from './text/quote.js';

/** The exit code for a wrong configuration: EX_CONFIG of sysexits.h. */
export const CONFIG_EXIT_CODE = 78;

/** A setting that stops the start. Its message is one line, fit to be shown as it is. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(escapeControlCharacters(message));
    this.name = 'ConfigError';
  }
}
