import { withoutTrailing } from '#canonical';

/** An address below a base, whether or not the base ends with a slash. */
export function below(base: string, path: string): URL {
  return new URL(`${withoutTrailing(base, '/')}${path}`);
}

export function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}
