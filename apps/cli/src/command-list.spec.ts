import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commands, nouns } from './command-list.js';
import { describeProgram } from './frame/program.js';

const PAGES = new URL('../../../docs/', import.meta.url);
/** A command in running text stands between backticks, one in an example begins a line; what follows it is for the shell. */
const WRITTEN = /(?:`|^)(?:npx )?modelgate ([a-z][^`|<#\n]*)/gm;

const PROGRAM = describeProgram(commands, nouns, () => Promise.resolve());

interface Written {
  page: string;
  line: string;
}

/** Every command that the pages tell people to run. */
function readWrittenCommands(): Written[] {
  const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md'));
  return ['../README.md', ...pages].flatMap((page) => {
    const text = readFileSync(new URL(page, PAGES), 'utf8');
    return [...text.matchAll(WRITTEN)].map(([, line = '']) => ({ page, line: line.trim() }));
  });
}

/** What of such a line the program does not know. */
function findUnknown(line: string): string[] {
  let [command, words] = [PROGRAM, line.split(/\s+/)];
  while (command.commands.length > 0) {
    const [word = ''] = words;
    const found = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (found === undefined) return [word];
    [command, words] = [found, words.slice(1)];
  }
  const known = new Set(['--help', ...command.options.map(({ long }) => long)]);
  return words.filter((word) => word.startsWith('--') && !known.has(word));
}

describe('the list of commands', () => {
  it('has every name once', () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'says of %s what it does, and shows an example that names it',
    (name, { summary, examples }) => {
      expect(summary).toMatch(/^[a-z]/);
      expect(examples.length).toBeGreaterThan(0);
      for (const { line } of examples) expect(line.startsWith(name)).toBe(true);
    },
  );

  it('has all that the pages tell people to run', () => {
    const written = readWrittenCommands();
    expect(written.length).toBeGreaterThan(40);
    expect(written.filter(({ line }) => findUnknown(line).length > 0)).toEqual([]);
    expect(findUnknown('token shred')).toEqual(['shred']);
    expect(findUnknown('token list --backwards')).toEqual(['--backwards']);
  });

  it('explains every noun, and no other', () => {
    const used = commands.map(({ name }) => name.split(' ')).filter(({ length }) => length > 1);
    expect(new Set(used.map(([noun]) => noun))).toEqual(new Set(Object.keys(nouns)));
  });
});
