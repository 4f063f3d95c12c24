import { type ChatRequest, type JsonObject } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** Reading what an upstream sent: what has the wrong type is as good as absent. */

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

/** What a client has said beyond the members that have a meaning in the hub. */
export function decodeExtensions(
  body: JsonObject,
  understood: ReadonlySet<string>,
): Pick<ChatRequest, 'extensions'> {
  const rest = Object.entries(body).filter(([key, value]) => value !== null && !understood.has(key));
  return rest.length === 0 ? {} : { extensions: Object.fromEntries(rest) };
}
