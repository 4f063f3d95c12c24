import { GatewayError, withoutTrailing } from '#canonical';

/**
 * An address below a base, whether or not the base ends with a slash. Every address that gets a channel's key is built
 * here, so this is where it is made sure that no name in the path has led out of it: a URL resolves "." and ".." and
 * then no longer ends with what was written.
 */
export function below(base: string, path: string): URL {
  const url = new URL(`${withoutTrailing(base, '/')}${path}`);
  const end = path.indexOf('?');
  if (url.pathname.endsWith(end === -1 ? path : path.slice(0, end))) return url;
  throw new GatewayError(
    'upstream-model-unavailable',
    'The channel has no address for a model of this name.',
    {
      param: 'model',
    },
  );
}

/** The address with these parameters; one without a value is left out. */
export function withQuery(url: URL, parameters: Readonly<Record<string, string | undefined>>): URL {
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** A name that stands in a path with the slashes it has. */
export function encodePath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

const MAX_ID_LENGTH = 1024;

/** Whether an id that an upstream gave can stand in the path of later calls. */
export function isPathId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && !/\p{Cs}/u.test(id) && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(id);
}

export function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}
