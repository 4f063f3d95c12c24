import { type ChannelFormValues, fieldPath } from './channel-form-values.js';
import { type Provider, type ProviderField } from './channel-queries.js';

/** An error for each required field of the provider that is empty. */
export function findMissingFields(values: ChannelFormValues, { fields }: Provider): Record<string, string> {
  const missing = fields.filter((field) => field.required && !isFilled(values, field));
  return Object.fromEntries(
    missing.map(({ name, type, label }) => [
      fieldPath(name, type),
      type === 'secrets' ? 'Enter an API key.' : `${label} is required.`,
    ]),
  );
}

function isFilled(values: ChannelFormValues, { name, type }: ProviderField): boolean {
  if (type === 'auth') return true;
  if (type === 'secrets')
    return values.hasAuth || (values.secrets[name] ?? []).some((key) => key.trim() !== '');
  return (values.texts[name] ?? '').trim() !== '';
}
