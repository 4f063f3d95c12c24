import { type JsonObject } from '#canonical';

/** Who asks with the older `functions` reads calls in the older shape. */
export function wantsFunctionCalls(body: JsonObject): boolean {
  return Array.isArray(body['functions']);
}
