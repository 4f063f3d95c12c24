import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

export function getObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
