import { type JsonValue } from '#canonical';

/** What comes back from a jsonb column if this goes into it: only so does the hash still fit when it is read. */
export function storableJson(value: unknown): JsonValue {
  return withStorableTexts(JSON.parse(JSON.stringify(value ?? null)) as JsonValue);
}

/** Postgres takes neither NUL nor halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

function withStorableTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withStorableTexts);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), withStorableTexts(member)]),
  );
}
