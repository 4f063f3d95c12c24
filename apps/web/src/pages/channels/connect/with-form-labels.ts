import { type Provider, type ProviderField } from '../channel-queries.js';

/** Replaces setting names in messages of the gateway, such as `base_url`, with the labels of the form. */
export function withFormLabels(
  text: string,
  { fields }: Pick<Provider, 'fields'>,
  getLabel: (field: ProviderField) => string = ({ label }) => label,
): string {
  const labels = fields.flatMap((field) => [
    [field.name, getLabel(field)] as const,
    ...field.members.map((member) => [`auth.${member.name}`, member.label] as const),
  ]);
  return labels
    .toSorted(([a], [b]) => b.length - a.length)
    .filter(([name]) => name.includes('_') || name.includes('.'))
    .reduce((words, [name, label]) => words.replaceAll(name, `“${label}”`), text);
}
