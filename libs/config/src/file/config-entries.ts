import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type z } from 'zod';
import { type KnownProvider } from '../known-provider.js';
import { describeIssues } from './describe-issues.js';
import { type FileSettings, type FileSource, entrySchemas, fileSchema } from './file-schema.js';
import { Problem } from './problem.js';
import { describeRepeated, findRepeated } from './rules.js';

/** The sections of a config file whose entries are stored; what else it says is each process's own. */
const ENTRY_SECTIONS = ['channels', 'tokens', 'owners', 'models'] as const;

/** What is read before other work may run. */
const SLICE_ENTRIES = 50;
const SLICE_CHARACTERS = 65_536;

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
  const sections = Object.entries(pickEntries(source)).map(([section, entries]): [string, string[]] => [
    section,
    (entries as unknown[]).map((entry) => JSON.stringify(inOrder(entry))),
  ]);
  return hashTexts(new Map(sections));
}

/** Of the JSON of entries by section, in any order. */
function hashTexts(texts: ReadonlyMap<string, readonly string[]>): string {
  const sections = ENTRY_SECTIONS.map((section) => [section, (texts.get(section) ?? []).toSorted()]);
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

/**
 * Entries that do not stand in a file of this machine, read a few at a time: a long list would block the event loop.
 * Problems are thrown as a Problem.
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
      const text = JSON.stringify(inOrder(entry));
      await slices.pauseAfter(text.length);
      if (text.length > maxEntryBytes)
        throw new Problem([section, position], `is longer than ${maxEntryBytes} bytes`);
      const parsed = parse(schemas[section].schema, entry, [section, position], source);
      entries.push(parsed as object as Readonly<Record<string, string>>);
      sectionTexts.push(text);
    }
    refuseRepeated(section, entries, schemas[section].unique);
    settings[section] = entries;
    texts.set(section, sectionTexts);
  }
  return { settings: settings as FileSettings, hash: hashTexts(texts) };
}

/** Lets other work run after as many entries or characters as take a few milliseconds. */
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
  place: (string | number)[],
  source: object,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ ...issue, path: [...place, ...issue.path] }));
  const [problem] = describeIssues(issues, source);
  throw problem ?? new Problem(place, 'is not valid');
}

function refuseRepeated(
  section: EntrySection,
  entries: readonly Readonly<Record<string, string>>[],
  keys: readonly string[],
): void {
  for (const key of keys) {
    const [repeated] = findRepeated(entries, key);
    if (repeated === undefined) continue;
    throw new Problem([section, repeated.position, key], describeRepeated(section, repeated.earlier));
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}
