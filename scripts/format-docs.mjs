/**
 * Formats every Markdown file. With --check it only lists those that are not formatted. The columns of tables are not
 * aligned, so that a longer cell does not change every line.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';
import { formatText } from './format-text.mjs';

const NOT_OURS = /(^|\/)(node_modules|dist|data|\.build|\.git)$/;
const FENCE = /^\s*(```|~~~)/;
const ROW = /^\s*\|.*\|$/;
const DELIMITER_ROW = /^\s*\|(?: *:?-+:? *\|)+$/;

const isCheck = process.argv.includes('--check');
const unformatted = [];
for (const path of listDocs('')) {
  const text = readFileSync(join(checkout.root, path), 'utf8');
  const formatted = compactTables(await formatText(path, text));
  if (formatted === text) continue;
  if (isCheck) unformatted.push(path);
  else writeFileSync(join(checkout.root, path), formatted);
}
if (unformatted.length > 0) {
  console.log(`Run "npm run format": ${unformatted.join(', ')}`);
  process.exitCode = 1;
}

function listDocs(folder) {
  return readdirSync(join(checkout.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.test(path) ? [] : listDocs(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function compactTables(text) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || !ROW.test(line)) return line;
    const compact = DELIMITER_ROW.test(line) ? line.replaceAll(/-+/g, '---') : line;
    return compact.replaceAll(/ {2,}\|/g, ' |').replaceAll(/\| {2,}/g, '| ');
  });
  return lines.join('\n');
}
