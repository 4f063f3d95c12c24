import { type ChatRequest, isJsonObject, type JsonObject } from '#canonical';

/** Readers for JSON of upstreams. A value of the wrong type counts as absent. */

export function getRecord(value: unknown): Record<string, unknown> | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function getRecords(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.map(getRecord).filter((record) => record !== undefined);
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Collects the members without a canonical equivalent. */
export function decodeExtensions(
  body: JsonObject,
  translated: ReadonlySet<string>,
): Pick<ChatRequest, 'extensions'> {
  const rest = Object.entries(body).filter(([key, value]) => value !== null && !translated.has(key));
  return rest.length === 0 ? {} : { extensions: Object.fromEntries(rest) };
}
