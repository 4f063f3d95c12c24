import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { commands, nouns } from './command-list.js';
import { describeProgram } from './frame/program.js';

const PAGES = new URL('../../../docs/', import.meta.url);
/** A command in backticks or at the start of a line in a code block. Pipes, redirections and comments are not part of it. */
const COMMAND_PATTERN = /(?:`|^)(?:npx )?modelgate ([a-z][^`|<#\n]*)/gm;

const PROGRAM = describeProgram(commands, nouns, () => Promise.resolve());

interface DocumentedCommand {
  page: string;
  line: string;
}

/** All commands in README.md and docs. */
function readDocumentedCommands(): DocumentedCommand[] {
  const pages = readdirSync(PAGES).filter((name) => name.endsWith('.md'));
  return ['../README.md', ...pages].flatMap((page) => {
    const text = readFileSync(new URL(page, PAGES), 'utf8');
    return [...text.matchAll(COMMAND_PATTERN)].map(([, line = '']) => ({ page, line: line.trim() }));
  });
}

/** The commands and options of a line that do not exist. */
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
  it('has no duplicate names', () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(commands.map((command) => [command.name, command] as const))(
    'has a summary and an example for %s',
    (name, { summary, examples }) => {
      expect(summary).toMatch(/^[a-z]/);
      expect(examples.length).toBeGreaterThan(0);
      for (const { line } of examples) expect(line.startsWith(name)).toBe(true);
    },
  );

  it('has all commands in the documentation', () => {
    const documented = readDocumentedCommands();
    expect(documented.length).toBeGreaterThan(40);
    expect(documented.filter(({ line }) => findUnknown(line).length > 0)).toEqual([]);
    expect(findUnknown('token shred')).toEqual(['shred']);
    expect(findUnknown('token list --backwards')).toEqual(['--backwards']);
  });

  it('has a description for exactly the nouns in use', () => {
    const used = commands.map(({ name }) => name.split(' ')).filter(({ length }) => length > 1);
    expect(new Set(used.map(([noun]) => noun))).toEqual(new Set(Object.keys(nouns)));
  });
});
