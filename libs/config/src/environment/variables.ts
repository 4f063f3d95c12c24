import { ConfigError } from '../config-error.js';
import { quote } from '../text/quote.js';
import { readVariable } from './read-variable.js';

/** Turns text into a value, or into undefined where the text is wrong. */
type Parser<T> = (text: string) => T | undefined;

/** Reads environment variables, in which empty means unset. */
export class Variables {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  text(name: string): string | undefined {
    const text = this.verbatim(name)?.trim();
    return text === '' ? undefined : text;
  }

  /** For passwords, in which a space at either end counts. */
  verbatim(name: string): string | undefined {
    return readVariable(this.environment, name);
  }

  parse<T>(name: string, expected: string, parser: Parser<T>): T | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseOrFail(name, text, expected, parser);
  }

  /** Items stand between commas or spaces. */
  parseList<T>(name: string, expected: string, parser: Parser<T>): T[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const items = text.split(/[\s,]+/).filter((item) => item !== '');
    if (items.length === 0) throw new ConfigError(`${name}: ${quote(text)} is not ${expected}`);
    return items.map((item) => parseOrFail(name, item, expected, parser));
  }

  /** Like parse, for values that no message may show. */
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

/** The one place that touches process.env. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}
