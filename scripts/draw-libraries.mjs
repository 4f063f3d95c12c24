/**
 * Draws the libraries by layer, with their imports, into docs/architecture.md.
 *
 *   node scripts/draw-libraries.mjs            writes the drawing
 *   node scripts/draw-libraries.mjs --check    exits with 1 if the diagram is outdated
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';
import { LAYERS } from './library-layers.cjs';

const BEGIN = '<!-- drawn by scripts/draw-libraries.mjs -->\n';
const END = '<!-- end of the drawing -->';
const path = join(checkout.root, 'docs/architecture.md');

const document = readFileSync(path, 'utf8');
const start = document.indexOf(BEGIN);
const end = document.indexOf(END);
if (start === -1 || end < start) throw new Error(`${path} has no markers for the diagram`);
const drawn = `${document.slice(0, start)}${BEGIN}\n${draw()}\n${document.slice(end)}`;
if (!process.argv.includes('--check')) writeFileSync(path, drawn);
else if (drawn !== document) {
  console.log('docs/architecture.md: the diagram is outdated. Run "node scripts/draw-libraries.mjs".');
  process.exitCode = 1;
}

function draw() {
  const imports = readImports();
  const layers = Object.entries(LAYERS).map(([title, libraries], index) => {
    const names = Object.keys(libraries).map((name) => `    ${name}`);
    return [`  subgraph layer${index}["${title}"]`, ...names, '  end'].join('\n');
  });
  const arrows = [...imports].flatMap(([name, targets]) =>
    withoutImplied(targets, imports).map((target) => `  ${name} --> ${target}`),
  );
  return ['```mermaid', 'flowchart BT', ...layers, ...arrows, '```', ''].join('\n');
}

/** The imports of each library, without those of its tests. */
function readImports() {
  const files = execFileSync('git', ['ls-files', 'libs'], { cwd: checkout.root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|__fixtures__/.test(file))
    .filter((file) => existsSync(join(checkout.root, file)));
  const imports = new Map(
    Object.values(LAYERS).flatMap((libraries) => Object.keys(libraries).map((name) => [name, new Set()])),
  );
  for (const file of files) {
    const [, library] = file.split('/');
    const text = readFileSync(join(checkout.root, file), 'utf8');
    for (const [, target] of text.matchAll(/from '#([a-z-]+)['/]/g)) imports.get(library)?.add(target);
  }
  return imports;
}

/** Leaves out libraries that another imported library imports, because the diagram then has that path already. */
function withoutImplied(targets, imports) {
  const implied = new Set([...targets].flatMap((target) => [...reachable(target, imports)]));
  return [...targets].filter((target) => !implied.has(target)).toSorted((a, b) => a.localeCompare(b));
}

function reachable(name, imports, seen = new Set()) {
  for (const target of imports.get(name) ?? []) {
    if (seen.has(target)) continue;
    seen.add(target);
    reachable(target, imports, seen);
  }
  return seen;
}
