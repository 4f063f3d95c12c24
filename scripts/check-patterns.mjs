import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { checkSource } from './patterns/check-source.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Regular expressions are used on input of clients. One that backtracks lets a few kilobytes block the process for
 * minutes, so each must take linear time, or state the maximum length of its text.
 */
const problems = ['apps', 'libs'].flatMap(sourceFiles).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return checkSource(file, text).map((problem) => ({ file, ...problem }));
});
for (const { file, line, text, problem } of problems) console.error(`${file}:${line} ${text} ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .filter(({ name }) => !/\.spec\.tsx?$|\.d\.ts$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((file) => !file.split(sep).includes('__fixtures__'))
    .toSorted();
}
