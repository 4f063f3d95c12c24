import { type Provider } from '../channel-queries.js';

/** The gateway speaks of settings by their names, such as `base_url`; a form calls them by its labels. */
export function inFormWords(text: string, { fields }: Pick<Provider, 'fields'>): string {
  const labels = fields.flatMap(({ name, label, members }) => [
    [name, label] as const,
    ...members.map((member) => [`auth.${member.name}`, member.label] as const),
  ]);
  return labels
    .toSorted(([a], [b]) => b.length - a.length)
    .filter(([name]) => name.includes('_') || name.includes('.'))
    .reduce((words, [name, label]) => words.replaceAll(name, `“${label}”`), text);
}
