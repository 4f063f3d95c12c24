import { type JsonValue } from '#canonical';

/** The value as a jsonb column returns it. The hash is computed of this form, so that it also matches what is read. */
export function toStorableJson(value: unknown): JsonValue {
  return withStorableTexts(JSON.parse(JSON.stringify(value ?? null)) as JsonValue);
}

/** Postgres rejects NUL characters and unpaired surrogates. */
export function toStorableText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}

function withStorableTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withStorableTexts);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [toStorableText(name), withStorableTexts(member)]),
  );
}
