import { type ChannelFormValues, fieldPath } from './channel-form-values.js';
import { type Provider, type ProviderField } from './channel-queries.js';

/** What a provider needs and nobody has typed, by the fields of the form. */
export function findMissingFields(values: ChannelFormValues, { fields }: Provider): Record<string, string> {
  const missing = fields.filter((field) => field.required && !isFilled(values, field));
  return Object.fromEntries(
    missing.map(({ name, type, label }) => [
      fieldPath(name, type),
      type === 'secrets' ? 'A key is needed.' : `${label} is missing.`,
    ]),
  );
}

export function isFilled(values: ChannelFormValues, { name, type }: ProviderField): boolean {
  if (type === 'auth') return true;
  if (type === 'secrets')
    return values.hasAuth || (values.secrets[name] ?? []).some((key) => key.trim() !== '');
  return (values.texts[name] ?? '').trim() !== '';
}
