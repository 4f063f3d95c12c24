import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LISTED_SETTINGS, TOKEN_SETTINGS } from '#declarations';
import { parse } from 'yaml';

/** The settings that the config file has in another form than `<section>.<name>`. */
const OWN_PATHS: Readonly<Record<string, readonly string[]>> = {
  'sandbox.enabled': ['sandbox'],
  'budgets.global': ['budgets', 'globalUsd'],
};

const PATHS = LISTED_SETTINGS.map(({ key, section, fileName }) => OWN_PATHS[key] ?? [section, fileName]);

/** The config file in docs/configuration.md that shows every key. */
function readDocumentedFile(): unknown {
  const text = readFileSync(join(process.cwd(), 'docs/configuration.md'), 'utf8');
  const [, block = ''] = /```yaml\n(channels:\n {2}- name: openai-main[^`]*)```/.exec(text) ?? [];
  return parse(block);
}

describe('docs/configuration.md', () => {
  it.each(PATHS.map((path) => [path.join('.'), path] as const))('shows %s', (_name, path) => {
    const value = path.reduce<unknown>(
      (map, key) => (map as Record<string, unknown>)[key],
      readDocumentedFile(),
    );
    expect(value).toBeDefined();
  });

  it.each(Object.keys(TOKEN_SETTINGS))('shows the setting %s of a token', (name) => {
    const { tokens } = readDocumentedFile() as { tokens: [Record<string, unknown>] };
    const key = name === 'budget' ? 'budgetUsd' : name;
    expect(tokens[0]).toHaveProperty(key);
  });
});
