import { type Provider, type ProviderField } from '../channel-queries.js';

/** The gateway names settings as its API does, such as `base_url`; this replaces them with the labels of the form. */
export function inFormWords(
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
