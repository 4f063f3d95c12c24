import { GatewayError, withoutTrailing } from '#canonical';

/**
 * Joins a path to a base URL, with or without a slash at its end. Every URL that receives a channel's key is built
 * here, so this function ensures that no name in the path leads outside it: a URL resolves "." and "..", and then no
 * longer ends with the given path.
 */
export function joinUrl(base: string, path: string): URL {
  const url = new URL(`${withoutTrailing(base, '/')}${path}`);
  const end = path.indexOf('?');
  if (url.pathname.endsWith(end === -1 ? path : path.slice(0, end))) return url;
  throw new GatewayError('upstream-model-unavailable', 'The channel has no URL for a model with this name.', {
    param: 'model',
  });
}

/** Adds query parameters to a URL; those without a value are left out. */
export function withQuery(url: URL, parameters: Readonly<Record<string, string | undefined>>): URL {
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Encodes a name for a path, but keeps its slashes. */
export function encodePath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

const MAX_ID_LENGTH = 1024;

/** An id from an upstream is safe in the path of later requests. */
export function isPathId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && !/\p{Cs}/u.test(id) && !/(?:^|\/)\.{0,2}(?:\/|$)/.test(id);
}

export function buildBearerHeader(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}
