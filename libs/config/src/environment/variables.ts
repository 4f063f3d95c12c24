import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { readVariable } from './read-variable.js';

/** Converts text to a value; undefined if the text is invalid. */
type Parser<T> = (text: string) => T | undefined;

/** Reads environment variables. Empty means unset. */
export class Variables {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string): string | undefined {
    const text = this.verbatim(name)?.trim();
    return text === '' ? undefined : text;
  }

  /** Without trimming, for passwords. */
  verbatim(name: string): string | undefined {
    return readVariable(this.environment, name);
  }

  parse<T>(name: string, expected: string, parser: Parser<T>): T | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseOrFail(name, text, expected, parser);
  }

  /** Items are separated by commas or spaces. */
  parseList<T>(name: string, expected: string, parser: Parser<T>): T[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const items = text.split(/[\s,]+/).filter((item) => item !== '');
    if (items.length === 0) throw new ConfigError(`${name}: ${quote(text)} is not ${expected}`);
    return items.map((item) => parseOrFail(name, item, expected, parser));
  }

  /** Like `parse`, but errors do not show the value. */
  parseSecret<T>(name: string, expected: string, parser: Parser<T>): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = parser(text);
    if (value === undefined) throw new ConfigError(`${name}: the value is not ${expected}`);
    return value;
  }
}

function parseOrFail<T>(name: string, text: string, expected: string, parser: Parser<T>): T {
  const value = parser(text);
  if (value === undefined) throw new ConfigError(`${name}: ${quote(text)} is not ${expected}`);
  return value;
}

/** The only access to process.env. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
