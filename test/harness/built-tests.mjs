import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';

const root = join(import.meta.dirname, '..', '..');
const FOLDERS = ['apps', 'libs', 'test'];
/** Compiled into `dist` by the build of the product. */
const PRODUCT = /^(apps\/(api|cli|worker)|libs\/[^/]+)\/src\/(?!.*(\.spec\.ts$|__fixtures__\/)).+\.ts$/;
const target = join(root, '.build');
const stamp = join(target, 'test', '.stamp');
const GLOBALS = pathToFileURL(join(import.meta.dirname, 'jest-globals.mjs')).href;
/** Relative imports and Jest's own, as the compiler writes them: each declaration is one line. */
const IMPORTS =
  /(^(?:import|export)\b[^\n]*?\bfrom |^import |\bimport\()(["'])(\.{1,2}\/[^"'$\n]+|@jest\/globals)\2/gm;

/**
 * Compiles suites and their helpers to files that Node itself can load. A compiled file that is newer than its source
 * is kept. The product is not compiled again: its imports point to `dist`.
 */
export async function buildTests(isWanted = () => true) {
  const { jsc } = JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8'));
  forgetIfChanged();
  const stale = listTests().filter((path) => isWanted(path) && !isNewer(getBuiltPlace(path), path));
  const queue = stale.values();
  // The lanes share the iterator: each takes the next file that no other lane has taken.
  const lanes = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const source of queue) await build(source, jsc);
  });
  await Promise.all(lanes);
}

/** Compiles only the fake upstream. */
export function buildFakeUpstream() {
  return buildTests((path) => path.startsWith(join(root, 'test', 'fake-upstream')));
}

/** Returns the path of the compiled file of a suite or a helper. */
export function getBuiltPlace(path) {
  return path.replace(root, target).replace(/\.ts$/, '.js');
}

async function build(source, jsc) {
  const place = getBuiltPlace(source);
  const { code } = await transform(readFileSync(source, 'utf8'), {
    swcrc: false,
    filename: source,
    sourceMaps: 'inline',
    module: { type: 'nodenext' },
    jsc,
  });
  mkdirSync(dirname(place), { recursive: true });
  // Another run may be reading the file, so it is replaced by a rename.
  writeFileSync(`${place}.${process.pid}`, adapt(code, source));
  renameSync(`${place}.${process.pid}`, place);
}

/** A compiled file is in another folder than its source, but has to resolve the same files. */
function adapt(code, source) {
  const meta = { url: pathToFileURL(source).href, dirname: dirname(source), filename: source };
  const adapted = code.replaceAll(
    IMPORTS,
    (_, before, quote, name) => `${before}${quote}${findModule(name, source)}${quote}`,
  );
  // In the first line, so that the source map stays correct.
  return `Object.assign(import.meta, ${JSON.stringify(meta)}); ${adapted}`;
}

function findModule(name, source) {
  if (name === '@jest/globals') return GLOBALS;
  const path = resolve(dirname(source), name);
  const typescript = path.replace(/\.js$/, '.ts');
  if (typescript === path || !existsSync(typescript)) return pathToFileURL(path).href;
  if (!PRODUCT.test(relative(root, typescript))) return name;
  return pathToFileURL(path.replace(root, join(root, 'dist'))).href;
}

function listTests() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
      .filter((path) => !PRODUCT.test(path) && !path.endsWith('.d.ts'))
      .map((path) => join(root, path)),
  );
}

/** Deletes compiled files that another compiler or another version of this file has written. */
function forgetIfChanged() {
  const hash = createHash('sha256').update(process.version);
  for (const name of ['.swcrc', 'package-lock.json']) hash.update(readFileSync(join(root, name)));
  const version = hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  for (const folder of FOLDERS) rmSync(join(target, folder), { recursive: true, force: true });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, version);
}

function isNewer(place, source) {
  const built = statSync(place, { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > statSync(source).mtimeMs;
}
