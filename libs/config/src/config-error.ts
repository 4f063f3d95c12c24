import { escapeControlCharacters } from './text/quote.js';

/** The exit code for an invalid configuration: EX_CONFIG of sysexits.h. */
export const CONFIG_EXIT_CODE = 78;

/** An invalid setting, which prevents the start. The message is one line without control characters. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(escapeControlCharacters(message));
    this.name = 'ConfigError';
  }
}
