import { MODERATION_CATEGORIES, type ModerationCategory } from '#canonical';

export function perCategory<Value>(
  getValue: (category: ModerationCategory) => Value,
): Record<ModerationCategory, Value> {
  const entries = MODERATION_CATEGORIES.map((category) => [category, getValue(category)] as const);
  return Object.fromEntries(entries) as Record<ModerationCategory, Value>;
}
