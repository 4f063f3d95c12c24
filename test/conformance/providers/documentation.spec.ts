import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DOCUMENTED_LISTS, type DocumentedList } from './documented-lists.js';

/** `npm run providers:docs` sets it. */
const isUpdate = process.env['UPDATE_DOCS'] === '1';

const readPath = (file: string): string => new URL(`../../../${file}`, import.meta.url).pathname;

/** The text between the lines that name the list. In Markdown these are comments with an empty line around the list. */
function replaceList(document: string, { file, name, lines }: DocumentedList): string {
  const isMarkdown = file.endsWith('.md');
  const [open, close] = isMarkdown ? ['<!-- ', ' -->\n'] : ['# ', '\n'];
  const begin = `${open}made by npm run providers:docs: ${name}${close}`;
  const start = document.indexOf(begin) + begin.length;
  const indent = document.slice(document.lastIndexOf('\n', start - begin.length) + 1, start - begin.length);
  const stop = document.indexOf(`${indent}${open}end of ${name}${close}`, start);
  if (start < begin.length || stop === -1) throw new Error(`${file} has no place for ${name}`);
  const list = lines()
    .map((line) => `${indent}${line}\n`)
    .join('');
  return document.slice(0, start) + (isMarkdown ? `\n${list}\n` : list) + document.slice(stop);
}

describe('npm run providers:docs', () => {
  it.each(DOCUMENTED_LISTS.map((list) => [list.name, list.file, list] as const))(
    'has written the list of %s in %s',
    (_name, file, list) => {
      const document = readFileSync(readPath(file), 'utf8');
      const current = replaceList(document, list);
      if (isUpdate) writeFileSync(readPath(file), current);
      else expect(document).toBe(current);
    },
  );
});
