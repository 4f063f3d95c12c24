import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { builtAssets, builtWeb } from './built-web.js';

const MAX_BYTES = 250_000;

/** Libraries too large for a first visit, by words that only they contain. */
const LATER = { highlighting: 'hljs-', markdown: 'footnoteReference' };

const scripts = readdirSync(builtAssets).filter((name) => name.endsWith('.js'));

function toText(name: string): string {
  return readFileSync(new URL(name, builtAssets), 'utf8');
}

/** The files that the page names itself: its script, and what the browser preloads. */
function namedByPage(): string[] {
  const page = readFileSync(new URL('index.html', builtWeb), 'utf8');
  return [...page.matchAll(/(?:src|href)="\.\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
}

/** The files that a script imports statically. */
function importedBy(name: string): string[] {
  const imports = toText(name).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  return [...imports].map(([, imported = '']) => imported);
}

function firstScripts(): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    importedBy(name).forEach(visit);
  };
  namedByPage().forEach(visit);
  return found;
}

describe('the scripts of a first visit', () => {
  const first = firstScripts();

  it('are those that the page names, and they import no others', () => {
    expect(first.size).toBeGreaterThan(1);
    expect([...first].toSorted()).toEqual(namedByPage().toSorted());
  });

  it('are small', () => {
    const sizes = [...first].map((name) => gzipSync(toText(name)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });

  it.each(Object.entries(LATER))('load %s later', (_what, word) => {
    const holders = scripts.filter((name) => toText(name).includes(word));
    expect(holders).not.toHaveLength(0);
    expect(holders.filter((name) => first.has(name))).toEqual([]);
  });

  it('are a small part of all scripts', () => {
    expect(scripts.length).toBeGreaterThan(2 * first.size);
  });
});
