import { type Provider } from '../channel-queries.js';

type Group = Provider['group'];

interface ShownGroup {
  id: Group;
  title: string;
  providers: Provider[];
}

/** In page order. Built-in providers are missing, because they need no setup. */
const TITLES: readonly (readonly [Group, string])[] = [
  ['popular', 'Popular'],
  ['clouds', 'Clouds'],
  ['services', 'More providers'],
  ['video', 'Video'],
  ['own', 'Your own server'],
];

/** The providers whose name, models or operations contain every word of the search. */
export function groupProviders(providers: readonly Provider[], search: string): ShownGroup[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = providers.filter((provider) => {
    const text = getSearchText(provider).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return TITLES.map(([id, title]) => ({
    id,
    title,
    providers: found.filter(({ group }) => group === id),
  })).filter((group) => group.providers.length > 0);
}

function getSearchText({ id, label, operations, usual_models: models }: Provider): string {
  return [id, label, ...operations, ...models].join(' ');
}

const MAX_NAMED = 3;

/** For example "chat, embeddings, images and 4 more". */
export function summarizeOperations(operations: readonly string[]): string {
  const named = operations.slice(0, MAX_NAMED).map((operation) => operation.replaceAll('-', ' '));
  const others = operations.length - named.length;
  return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ');
}
