import { toPlainText } from '../guide/plain-text.js';
import { readSections } from '../guide/sections.js';
import { type Reference } from '../reference/reference.js';
import { getInner } from '../reference/schema.js';

export interface SearchEntry {
  to: string;
  title: string;
  /** The section of the docs, such as "Use › Usage". */
  place: string;
  /** The searchable plain text. */
  text: string;
}

const MAX_WORDS = 8;
const EXCERPT_LENGTH = 160;
const MAX_WORD_LENGTH = 40;

/** An entry for each API operation. Its text includes the names of its fields. */
export function listOperations({ parts, schemas }: Reference): SearchEntry[] {
  return parts.flatMap(({ title: part, groups }) =>
    groups.flatMap((group) =>
      group.operations.map((operation) => {
        const bodies = [...operation.requestBodies, ...operation.responseBodies].flatMap(({ schema }) =>
          getInner(schema, schemas),
        );
        const fields = bodies.flatMap(({ properties = {} }) => Object.keys(properties));
        const words = [
          operation.description.replaceAll('`', ''),
          ...operation.parameters.map(({ name }) => name),
          ...new Set(fields),
        ];
        return {
          to: `/api/${group.id}#${operation.id}`,
          title: `${operation.method} ${operation.path}`,
          place: `${part} › ${group.title}`,
          text: [operation.summary, ...words.filter((word) => word !== '')].join(' · '),
        };
      }),
    ),
  );
}

/** An entry for each section of a guide page. */
export function listSections(name: string, group: string, markdown: string): SearchEntry[] {
  const sections = readSections(markdown);
  const page = sections[0]?.title ?? name;
  return sections.map(({ id, title, level, body }) => ({
    to: level === 1 ? `/guide/${name}` : `/guide/${name}#${id}`,
    title,
    place: level === 1 ? group : `${group} › ${page}`,
    text: toPlainText(body),
  }));
}

export function toWords(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}

/** The entries that contain all words, best match first. */
export function findEntries(entries: readonly SearchEntry[], query: string, max: number): SearchEntry[] {
  const words = toWords(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: getRank(entry, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, max)
    .map(({ entry }) => ({ ...entry, text: excerpt(entry.text, words) }));
}

/** 0 if a word is missing. Matches in titles count most, then matches in the name of the page. */
function getRank({ title, place, text }: SearchEntry, words: readonly string[]): number {
  const [inTitle, inPlace, inText] = [title, place, text].map((one) => one.toLowerCase());
  const ranks = words.map((word) => {
    if (inTitle === word) return 9;
    if (inTitle?.includes(word) === true) return 4;
    if (inPlace?.includes(word) === true) return 2;
    return inText?.includes(word) === true ? 1 : 0;
  });
  return ranks.includes(0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0);
}

/** An excerpt around the first match. It starts at a word boundary if there is one nearby. */
function excerpt(text: string, words: readonly string[]): string {
  const matches = words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index !== -1);
  const target = matches.length === 0 ? 0 : Math.max(0, Math.min(...matches) - EXCERPT_LENGTH / 4);
  const wordStart = text.lastIndexOf(' ', target) + 1;
  const start = target - wordStart < MAX_WORD_LENGTH ? wordStart : target;
  const shown = text.slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? '…' : ''}${shown}${start + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}
