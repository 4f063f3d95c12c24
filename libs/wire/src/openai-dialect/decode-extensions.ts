import { type ChatRequest, type JsonObject } from '#canonical';

/** What a client has said beyond the members that have a meaning in the hub. */
export function decodeExtensions(
  body: JsonObject,
  understood: ReadonlySet<string>,
): Pick<ChatRequest, 'extensions'> {
  const rest = Object.entries(body).filter(([key, value]) => value !== null && !understood.has(key));
  return rest.length === 0 ? {} : { extensions: Object.fromEntries(rest) };
}
