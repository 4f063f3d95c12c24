export type Fields = Record<string, unknown>;

/** The fields of a JSON object; empty for anything else. */
export function asFields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A string unchanged, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
