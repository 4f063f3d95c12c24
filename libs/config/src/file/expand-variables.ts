import { quote } from '../text/quote.js';
import type { Path } from './path.js';
import { Problem } from './problem.js';

const REFERENCE = /\$\{([^}]*)(\}?)/g;

/** Puts the environment's values where texts say ${NAME}; what those values contain is not expanded again. */
export function expandVariables(value: unknown, environment: NodeJS.ProcessEnv, path: Path = []): unknown {
  if (typeof value === 'string') return expandText(value, environment, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => expandVariables(item, environment, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, expandVariables(member, environment, [...path, key])]),
  );
}

function expandText(text: string, environment: NodeJS.ProcessEnv, path: Path): string {
  return text.replace(REFERENCE, (_, name: string, end: string) => {
    if (end === '' || !/^[A-Za-z_]\w*$/.test(name)) {
      throw new Problem(path, 'a "${" is not followed by the name of a variable and "}"');
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined || value === '') {
      throw new Problem(path, `the environment variable ${quote(name)} is not set`);
    }
    return value;
  });
}
