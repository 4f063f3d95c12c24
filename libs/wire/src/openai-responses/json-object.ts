import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';

export function getObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
