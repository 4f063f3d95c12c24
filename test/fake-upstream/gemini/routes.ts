import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

const VERBS = [
  'generateContent',
  'streamGenerateContent',
  'countTokens',
  'embedContent',
  'batchEmbedContents',
  'predict',
] as const;

export type Verb = (typeof VERBS)[number];

interface Route {
  model: string;
  verb: Verb;
}

export function toRoute({ method, route }: ReceivedRequest): Route {
  const [, model, name] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(route) ?? [];
  const verb = VERBS.find((known) => known === name);
  if (model === undefined || verb === undefined || method !== 'POST') {
    throw new Refused(`The requested URL ${route} was not found.`, { status: 404 });
  }
  return { model: decodeURIComponent(model), verb };
}

/** A stream is one JSON array unless the query requests events. */
export function isArrayStream({ route, query }: ReceivedRequest): boolean {
  return route.endsWith(':streamGenerateContent') && query.get('alt') !== 'sse';
}
