import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

const ROUTE = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

interface Route {
  model: string;
  verb: string;
}

export function routeOf({ method, route }: ReceivedRequest): Route {
  const [, model, verb] = ROUTE.exec(route) ?? [];
  if (model === undefined || verb === undefined || method !== 'POST') {
    throw new Refused(`The requested URL ${route} was not found.`, { status: 404 });
  }
  return { model: decodeURIComponent(model), verb };
}

/** A stream is one JSON array unless the query asks for events. */
export function isArrayStream({ route, query }: ReceivedRequest): boolean {
  return route.endsWith(':streamGenerateContent') && query.get('alt') !== 'sse';
}
