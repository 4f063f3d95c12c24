import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type z } from 'zod';
import { type KnownProvider } from '../known-provider.js';
import { MAX_ISSUES } from './bounded.js';
import { describeIssues } from './describe-issues.js';
import { type FileSettings, type FileSource, entrySchemas, fileSchema } from './file-schema.js';
import { Problem } from './problem.js';
import { describeDuplicate, findDuplicates } from './rules.js';

/** The sections whose entries are stored in the database. Each process reads the other sections from its file. */
const ENTRY_SECTIONS = ['channels', 'tokens', 'owners', 'models'] as const;

/** How much is read before other work can run. */
const SLICE_ENTRIES = 50;
const SLICE_CHARACTERS = 65_536;

type EntrySection = (typeof ENTRY_SECTIONS)[number];

/** The entries as written in the file, with references replaced by the values of the environment. */
export type ConfigEntriesSource = Pick<FileSource, EntrySection>;

/** The entries and the generation of the file, in the form that is sent to a server. */
export type DeclaredSource = ConfigEntriesSource & Pick<FileSource, 'generation'>;

export interface ConfigEntries {
  settings: Pick<FileSettings, EntrySection | 'generation'>;
  /** Equal for files with the same entries. */
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
 * The hash of the entries as written, not as parsed, so that two versions of the gateway agree on it. Order and comments
 * do not matter.
 */
export function hashEntries(source: FileSource): string {
  const sections = Object.entries(pickEntries(source)).map(([section, entries]): [string, string[]] => [
    section,
    (entries as unknown[]).map((entry) => JSON.stringify(sortKeys(entry))),
  ]);
  return hashEntryTexts(new Map(sections));
}

/** The hash of the JSON texts of entries by section, in any order. */
function hashEntryTexts(texts: ReadonlyMap<string, readonly string[]>): string {
  const sections = ENTRY_SECTIONS.map((section) => [section, (texts.get(section) ?? []).toSorted()]);
  return createHash('sha256').update(JSON.stringify(sections)).digest('hex');
}

/** The hash of the other sections of a file and of the prices file. */
export function hashSections(source: FileSource, prices: object): string {
  const others = Object.entries(source).filter(([section]) => !isEntrySection(section));
  return createHash('sha256')
    .update(JSON.stringify([sortKeys(Object.fromEntries(others)), sortKeys(prices)]))
    .digest('hex');
}

function isEntrySection(section: string): boolean {
  return (ENTRY_SECTIONS as readonly string[]).includes(section);
}

/**
 * Validates entries that were sent to this process, a few at a time, because a long list would block the event loop.
 * Throws a Problem.
 */
export async function readConfigEntries(
  source: object,
  providers: readonly KnownProvider[],
  maxEntryBytes: number,
): Promise<ConfigEntries> {
  const given = source as Readonly<Record<string, unknown>>;
  const lists = ENTRY_SECTIONS.filter((section) => Array.isArray(given[section]));
  const rest = { ...given, ...Object.fromEntries(lists.map((section) => [section, []])) };
  const settings: Record<string, unknown> = { ...parse(fileSchema(providers), rest, [], source) };
  const schemas = entrySchemas(providers);
  const texts = new Map<string, string[]>();
  const slices = new Slices();
  for (const section of lists) {
    const entries: Readonly<Record<string, string>>[] = [];
    const sectionTexts: string[] = [];
    for (const [position, entry] of (given[section] as unknown[]).entries()) {
      const { length } = JSON.stringify(entry);
      await slices.pauseAfter(length);
      if (length > maxEntryBytes)
        throw new Problem([section, position], `is longer than ${maxEntryBytes} bytes`);
      const parsed = parse(schemas[section].schema, entry, [section, position], source);
      entries.push(parsed as object as Readonly<Record<string, string>>);
      // After validation, which bounds the number of keys to sort.
      sectionTexts.push(JSON.stringify(sortKeys(entry)));
    }
    refuseDuplicates(section, entries, schemas[section].unique);
    settings[section] = entries;
    texts.set(section, sectionTexts);
  }
  return { settings: settings as FileSettings, hash: hashEntryTexts(texts) };
}

/** Lets other work run after a number of entries or characters that takes a few milliseconds. */
class Slices {
  private entries = 0;
  private characters = 0;

  async pauseAfter(characters: number): Promise<void> {
    this.entries += 1;
    this.characters += characters;
    if (this.entries < SLICE_ENTRIES && this.characters < SLICE_CHARACTERS) return;
    this.entries = 0;
    this.characters = 0;
    await setImmediate();
  }
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  basePath: (string | number)[],
  source: object,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ ...issue, path: [...basePath, ...issue.path] }));
  const [problem] = describeIssues(issues, source);
  throw problem ?? new Problem(basePath, 'is not valid');
}

function refuseDuplicates(
  section: EntrySection,
  entries: readonly Readonly<Record<string, string>>[],
  keys: readonly string[],
): void {
  for (const key of keys) {
    const [repeated] = findDuplicates(entries, key);
    if (repeated === undefined) continue;
    throw new Problem([section, repeated.position, key], describeDuplicate(section, repeated.earlier));
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortKeys(member)]));
}
