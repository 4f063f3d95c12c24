import { quote } from '../text/quote.js';

/** The way to a value in the config file: keys of maps and positions in lists. */
export type Path = readonly PropertyKey[];

/** What is wrong with one value of the config file. */
export class Problem extends Error {
  constructor(
    readonly path: Path,
    statement: string,
    /** Where the path alone does not tell the line. */
    readonly line?: number,
  ) {
    super(statement);
  }
}

/** As people write it: channels[0].baseUrl */
export function formatPath(path: Path): string {
  return path.map((step, depth) => formatStep(step, depth === 0)).join('');
}

function formatStep(step: PropertyKey, first: boolean): string {
  if (typeof step === 'number') return `[${step}]`;
  const key = String(step);
  // "apiKey:secret" without a space is a key as a whole.
  if (!/^[\w-]{1,60}$/.test(key)) return `[${quote(key.replace(/:.*$/s, ':…'))}]`;
  return first ? key : `.${key}`;
}

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}
