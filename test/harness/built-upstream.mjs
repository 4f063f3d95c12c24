import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';

const root = join(import.meta.dirname, '..', '..');
const sources = join('test', 'fake-upstream');
/** Beside what else is made in this checkout and belongs to nobody. */
const target = join(root, '.build');

/** The fake upstream as Node can load it, once for all suites of a process instead of anew for each. */
export function buildFakeUpstream() {
  const { jsc } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
  for (const name of readdirSync(join(root, sources), { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const source = join(root, sources, name);
    const place = getBuiltPlace(source);
    if (isNewer(place, source)) continue;
    const options = {
      swcrc: false,
      filename: source,
      sourceMaps: 'inline',
      module: { type: 'nodenext' },
      jsc,
    };
    const { code } = transformSync(readFileSync(source, 'utf8'), options);
    mkdirSync(dirname(place), { recursive: true });
    // Another run may be reading it.
    writeFileSync(`${place}.${process.pid}`, code);
    renameSync(`${place}.${process.pid}`, place);
  }
}

/** Undefined for what is no part of it. */
export function getBuiltPlace(path) {
  if (!path.startsWith(join(root, sources))) return undefined;
  return path.replace(root, target).replace(/\.ts$/, '.js');
}

function isNewer(place, source) {
  const built = statSync(place, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > statSync(source).mtimeMs;
}
