import { quote } from '../text/quote.js';

/** The path to a value in the config file: keys of maps and positions in lists. */
export type Path = readonly PropertyKey[];

/** The fault of one value of the config file. */
export class Problem extends Error {
  constructor(
    readonly path: Path,
    statement: string,
    /** Set if the line cannot be found by the path. */
    readonly line?: number,
  ) {
    super(statement);
  }
}

/** For example channels[0].baseUrl */
export function formatPath(path: Path): string {
  return path.map((step, depth) => formatStep(step, depth === 0)).join('');
}

function formatStep(step: PropertyKey, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  const key = String(step);
  // "apiKey:secret" without a space is one key in YAML, so the part after the colon may be a secret.
  if (!/^[\w-]{1,60}$/.test(key)) return `[${quote(key.replace(/:.*$/s, ':…'))}]`;
  return first ? key : `.${key}`;
}

export function getValue(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
