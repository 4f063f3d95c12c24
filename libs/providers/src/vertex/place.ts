import { GatewayError } from '#canonical';
import { type AccountPlace } from '../account-place.js';
import { joinUrl } from '../base-url.js';

/** The default location. */
export const GLOBAL = 'global';

/** Multi-region locations have other host names. */
const REGION_GROUPS: ReadonlySet<string> = new Set(['us', 'eu']);

/** The URL before the version, because Google's and Anthropic's libraries include the version in the base URL. */
export function getRoot({ baseUrl, location = GLOBAL }: AccountPlace): string {
  return baseUrl?.replace(/\/v1(?:beta1)?\/*$/, '') ?? `https://${getHost(location)}`;
}

/** A URL below the project, or without one for an account that has only a key. */
export function buildProjectUrl(place: AccountPlace, version: 'v1' | 'v1beta1', path: string): URL {
  const { project, location = GLOBAL } = place;
  if (project === undefined) return joinUrl(getRoot(place), `/v1${path}`);
  const scope = `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return joinUrl(getRoot(place), `/${version}${scope}${path}`);
}

/** A URL that exists only for accounts with a project. */
export function requireProjectUrl(place: AccountPlace, version: 'v1' | 'v1beta1', path: string): URL {
  if (place.project !== undefined) return buildProjectUrl(place, version, path);
  throw new GatewayError(
    'upstream-model-unavailable',
    'The channel has no project. With a key alone, only Gemini models are available.',
    { param: 'model' },
  );
}

/** Encodes a model name for a path. The `@` before a version is not encoded. */
export function encodeModel(name: string): string {
  return encodeURIComponent(name).replaceAll('%40', '@');
}

function getHost(location: string): string {
  if (location === GLOBAL) return 'aiplatform.googleapis.com';
  if (REGION_GROUPS.has(location)) return `aiplatform.${location}.rep.googleapis.com`;
  return `${location}-aiplatform.googleapis.com`;
}
