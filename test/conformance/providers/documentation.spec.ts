import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DOCUMENTED_TABLES } from './documented-tables.js';

/** `npm run providers:docs` sets it. */
const isUpdate = process.env['UPDATE_DOCS'] === '1';
const path = new URL('../../../docs/providers.md', import.meta.url).pathname;

function replaceBetween(document: string, name: string, table: string): string {
  const begin = `<!-- made by npm run providers:docs: ${name} -->\n`;
  const end = `<!-- end of ${name} -->`;
  const start = document.indexOf(begin);
  const stop = document.indexOf(end);
  if (start === -1 || stop < start) throw new Error(`docs/providers.md has no place for ${name}`);
  return `${document.slice(0, start)}${begin}\n${table}\n\n${document.slice(stop)}`;
}

describe('docs/providers.md', () => {
  it.each(Object.entries(DOCUMENTED_TABLES))('has the table of %s as it is in the code', (name, draw) => {
    const document = readFileSync(path, 'utf8');
    const current = replaceBetween(document, name, draw());
    if (isUpdate) writeFileSync(path, current);
    else expect(document).toBe(current);
  });
});
