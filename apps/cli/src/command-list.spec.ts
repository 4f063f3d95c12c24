import { describe, expect, it } from '@jest/globals';
import { commands, nouns } from './command-list.js';

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

  it('explains every noun, and no other', () => {
    const used = commands.map(({ name }) => name.split(' ')).filter(({ length }) => length > 1);
    expect(new Set(used.map(([noun]) => noun))).toEqual(new Set(Object.keys(nouns)));
  });
});
