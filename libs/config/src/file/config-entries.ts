import { createHash } from 'node:crypto';
import { type z } from 'zod';
import { type KnownProvider } from '../known-provider.js';
import { describeIssues } from './describe-issues.js';
import { type FileSettings, type FileSource, fileSchema } from './file-schema.js';
import { Problem } from './problem.js';

/** The sections of a config file whose entries are stored; what else it says is each process's own. */
const ENTRY_SECTIONS = ['channels', 'tokens', 'owners', 'models'] as const;

type EntrySection = (typeof ENTRY_SECTIONS)[number];

/** The entries as they are written, with the values of the environment in the place of references. */
export type ConfigEntriesSource = Pick<FileSource, EntrySection>;

/** The entries with the generation of their file, as they are sent to another machine. */
export type DeclaredSource = ConfigEntriesSource & Pick<FileSource, 'generation'>;

export interface ConfigEntries {
  settings: Pick<FileSettings, EntrySection | 'generation'>;
  /** Tells whether two files declare the same entries. */
  hash: string;
}

function pickEntries(source: FileSource): ConfigEntriesSource {
  return Object.fromEntries(ENTRY_SECTIONS.map((section) => [section, source[section] ?? []]));
}

export function pickDeclared(source: FileSource): DeclaredSource {
  const { generation } = source;
  return { ...pickEntries(source), ...(generation === undefined ? {} : { generation }) };
}

/**
 * Of the entries as they are written, not of what this version makes of them: two versions agree on it. Neither order
 * nor comments count.
 */
export function hashEntries(source: FileSource): string {
  const sections = Object.entries(pickEntries(source)).map(([section, entries]) => [
    section,
    (entries as unknown[]).map((entry) => JSON.stringify(inOrder(entry))).toSorted(),
  ]);
  return createHash('sha256').update(JSON.stringify(sections)).digest('hex');
}

/** Of everything else that a file says, with the prices file that it names. */
export function hashSections(source: FileSource, prices: object): string {
  const others = Object.entries(source).filter(([section]) => !isEntrySection(section));
  return createHash('sha256')
    .update(JSON.stringify([inOrder(Object.fromEntries(others)), inOrder(prices)]))
    .digest('hex');
}

function isEntrySection(section: string): boolean {
  return (ENTRY_SECTIONS as readonly string[]).includes(section);
}

/** Entries that do not stand in a file of this machine. What is wrong is thrown as a Problem. */
export function readConfigEntries(source: object, providers: readonly KnownProvider[]): ConfigEntries {
  const schema = fileSchema(providers);
  const result: z.ZodSafeParseResult<FileSettings> = schema.safeParse(source);
  if (result.success) return { settings: result.data, hash: hashEntries(source) };
  const [problem] = describeIssues(result.error.issues, source);
  throw problem ?? new Problem([], 'is not valid');
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}
