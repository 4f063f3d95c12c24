import { GatewayError } from '#canonical';
import { type AccountPlace } from '../account-place.js';
import { below } from '../base-url.js';

/** Where models run unless a channel says otherwise. */
export const GLOBAL = 'global';

/** Groups of regions have a host of their own kind. */
const REGION_GROUPS: ReadonlySet<string> = new Set(['us', 'eu']);

/** The address before its version: clients of Google's and Anthropic's libraries give it with one. */
export function getRoot({ baseUrl, location = GLOBAL }: AccountPlace): string {
  return baseUrl?.replace(/\/v1(?:beta1)?\/*$/, '') ?? `https://${getHost(location)}`;
}

/** An address below the project; without one it is an account that has nothing but a key. */
export function inProject(place: AccountPlace, version: 'v1' | 'v1beta1', path: string): URL {
  const { project, location = GLOBAL } = place;
  if (project === undefined) return below(getRoot(place), `/v1${path}`);
  const scope = `/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
  return below(getRoot(place), `/${version}${scope}${path}`);
}

/** What only an account with a project is offered. */
export function requireProject(place: AccountPlace, version: 'v1' | 'v1beta1', path: string): URL {
  if (place.project !== undefined) return inProject(place, version, path);
  throw new GatewayError(
    'upstream-model-unavailable',
    'The channel has no project, and only Gemini models can be had with a key alone.',
    { param: 'model' },
  );
}

/** A name in a path. Versions of models are told apart by an `@`, which stays as it is. */
export function encodeModel(name: string): string {
  return encodeURIComponent(name).replaceAll('%40', '@');
}

function getHost(location: string): string {
  if (location === GLOBAL) return 'aiplatform.googleapis.com';
  if (REGION_GROUPS.has(location)) return `aiplatform.${location}.rep.googleapis.com`;
  return `${location}-aiplatform.googleapis.com`;
}
