import { toHeadingId } from '../guide/guide-links.js';
import { type Reference } from '../reference/reference.js';
import { getInner } from '../reference/schema.js';

export interface SearchEntry {
  to: string;
  title: string;
  /** Where it is: a part of the reference, or a page of the guide. */
  place: string;
  text: string;
}

const MAX_RESULTS = 50;
const MAX_WORDS = 8;
const EXCERPT_LENGTH = 160;

/** An entry for each operation, with the names of its fields. */
export function listOperations({ parts, schemas }: Reference): SearchEntry[] {
  return parts.flatMap(({ title: part, groups }) =>
    groups.flatMap((group) =>
      group.operations.map((operation) => {
        const bodies = [...operation.takes, ...operation.gives].flatMap(({ schema }) =>
          getInner(schema, schemas),
        );
        const fields = bodies.flatMap(({ properties = {} }) => Object.keys(properties));
        const words = [
          operation.description,
          ...operation.parameters.map(({ name }) => name),
          ...new Set(fields),
        ];
        return {
          to: `/api/${group.id}#${operation.id}`,
          title: `${operation.method} ${operation.path}`,
          place: `${part} · ${group.title}`,
          text: [operation.summary, ...words].join(' · '),
        };
      }),
    ),
  );
}

/** An entry for each heading of each page. */
export function listSections(texts: ReadonlyMap<string, string>): SearchEntry[] {
  return [...texts].flatMap(([name, text]) => {
    const title = text.split('\n', 1)[0]?.replace(/^# /, '') ?? name;
    return text.split(/^(?=#{1,4} )/m).map((section): SearchEntry => {
      const [first = ''] = section.split('\n', 1);
      const heading = first.replace(/^#+ /, '');
      const isPage = first.startsWith('# ');
      return {
        to: `/guide/${name}${isPage ? '' : `#${toHeadingId(heading)}`}`,
        title: heading,
        place: isPage ? 'Guide' : `Guide · ${title}`,
        text: section.slice(first.length).replaceAll(/\s+/g, ' ').trim(),
      };
    });
  });
}

/** The entries that have all words, those first that have them in their titles. */
export function findEntries(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: getRank(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => ({ ...entry, text: excerpt(entry.text, words) }));
}

/** 0 where a word is missing. */
function getRank({ title, text }: SearchEntry, words: readonly string[]): number {
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  if (!words.every((word) => inTitle.includes(word) || inText.includes(word))) return 0;
  return 1 + words.filter((word) => inTitle.includes(word)).length;
}

/** As much of the text as stands around the first word that is found. */
function excerpt(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place !== -1);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_LENGTH / 4);
  const begin = places.length === 0 ? 0 : start;
  const shown = text.slice(begin, begin + EXCERPT_LENGTH);
  return `${begin > 0 ? '…' : ''}${shown}${begin + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
