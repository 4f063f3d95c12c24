import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { builtAssets } from './built-web.js';

const USED_PROPERTY = /var\(\s*(--[\w-]+)/g;
/** Mantine generates the shades of a theme's own colour at run time. */
const OWN_COLOUR = /^--mantine-color-gate-/;

const mantine = new URL('../../node_modules/@mantine/', import.meta.url);
const source = new URL('../../apps/web/src/', import.meta.url);

function readAll(folder: URL, ending: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${fileURLToPath(folder)}${name}`, 'utf8'));
}

function findAll(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
}

describe('the style sheets of the build', () => {
  const sheets = readAll(builtAssets, '.css');

  it('use no custom property that is never set', () => {
    const used = new Set(findAll(sheets, USED_PROPERTY));
    const set = new Set([
      ...findAll(sheets, /(--[\w-]+):/g),
      // Components set theirs from scripts, by name.
      ...findAll(readAll(builtAssets, '.js'), /["'`](--[\w-]+)["'`]/g),
      // Mantine includes the styles of all its components, also of those that are not used here.
      ...findAll(readAll(mantine, 'styles.css'), USED_PROPERTY),
    ]);
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((name) => !set.has(name) && !OWN_COLOUR.test(name))).toEqual([]);
  });

  it('contain every colour that depends on the theme as it was written', () => {
    const written = findAll(readAll(source, '.css'), /(light-dark)\(/g);
    expect(written.length).toBeGreaterThan(10);
    expect(findAll(sheets, /(light-dark)\(/g).length).toBeGreaterThanOrEqual(written.length);
  });
});
