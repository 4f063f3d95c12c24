import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundlePrograms } from './bundle.mjs';
import { checkout } from './checkout.mjs';
import {
  assetFiles,
  buildFingerprint,
  isBuilt,
  isWebBuilt,
  sourceFiles,
  webFingerprint,
} from './build-stamp.mjs';
import { buildWeb } from './build-web.mjs';
import { withCheckoutLock } from './checkout-lock.mjs';

const staging = join(checkout.workshop, 'dist');
const previous = join(checkout.workshop, 'previous');
const compiledFolder = join(checkout.workshop, 'compiled');

await withCheckoutLock(async () => {
  const fingerprint = buildFingerprint();
  const startedAt = performance.now();
  const getDuration = () => `${Math.round(performance.now() - startedAt)} ms`;
  if (!isBuilt(fingerprint)) {
    const files = sourceFiles();
    await buildAll(files, fingerprint);
    await writeWebTypes();
    console.log(`Built ${files.length} files in ${getDuration()}.`);
  } else if (!isWebBuilt()) {
    await rebuildWeb();
    console.log(`Built the web console in ${getDuration()}.`);
  }
  if (!existsSync(checkout.webTypes)) await writeWebTypes();
  await linkDatabaseLibraries();
});

async function buildAll(files, fingerprint) {
  await rm(staging, { recursive: true, force: true });
  await Promise.all([
    buildPrograms(files),
    provideWeb(join(staging, relative(checkout.dist, checkout.builtWeb))),
  ]);
  await writeFile(join(staging, basename(checkout.buildStamp)), fingerprint);
  await putInPlace(staging, checkout.dist);
}

/** Programs that run meanwhile read a file of the console only when it is requested. */
async function rebuildWeb() {
  const folder = join(checkout.workshop, basename(checkout.builtWeb));
  await provideWeb(folder);
  await putInPlace(folder, checkout.builtWeb);
}

async function buildPrograms(files) {
  await compileAll(files);
  await Promise.all(assetFiles().map(copyAsset));
  await bundlePrograms(staging, checkout.dist);
}

/** In a process of its own, because the programs that it loads have just been replaced. */
async function writeWebTypes() {
  const script = fileURLToPath(new URL('./web-types.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, ['--no-warnings', script, '--types']);
}

/** npm runs no install scripts here, and in production the checkout can be read-only. */
async function linkDatabaseLibraries() {
  const { linkLibraries } = await import('#embedded-postgres');
  linkLibraries();
}

async function compileAll(files) {
  const { transform, version } = await import('@swc/core');
  const options = JSON.parse(await readFile(join(checkout.root, '.swcrc'), 'utf8'));
  const queue = files.values();
  // The iterator is shared: each lane takes the next file that no other has taken.
  const lanes = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const file of queue) await compile({ transform, version, options }, file);
  });
  await Promise.all(lanes);
}

/** A file whose source and options are those of an earlier build is not compiled again. */
async function compile({ transform, version, options }, file) {
  const source = join(checkout.root, file);
  const text = await readFile(source, 'utf8');
  const place = file.replace(/\.ts$/, '.js');
  const target = join(staging, place);
  const compiled = join(compiledFolder, place);
  const key = createHash('sha256').update(JSON.stringify(options)).update(version).update(text).digest('hex');
  if ((await readIfPresent(`${compiled}.key`)) !== key) {
    const { code, map } = await transform(text, {
      ...options,
      swcrc: false,
      filename: source,
      sourceFileName: relative(dirname(join(checkout.dist, place)), source),
    });
    await mkdir(dirname(compiled), { recursive: true });
    await writeFile(`${compiled}.map`, map);
    await writeFile(compiled, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
    await writeFile(`${compiled}.key`, key);
  }
  await mkdir(dirname(target), { recursive: true });
  await Promise.all([copyFile(compiled, target), copyFile(`${compiled}.map`, `${target}.map`)]);
}

function readIfPresent(path) {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function copyAsset(file) {
  const target = join(staging, file);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(checkout.root, file), target);
}

/** Takes the web console over from the last build where nothing of it has changed. */
async function provideWeb(folder) {
  const fingerprint = webFingerprint();
  if (isWebBuilt(fingerprint)) return cp(checkout.builtWeb, folder, { recursive: true });
  await buildWeb(folder);
  await writeFile(join(folder, basename(checkout.webStamp)), fingerprint);
}

/** Two renames replace the whole folder, so no process finds half of it. */
async function putInPlace(folder, place) {
  await rm(previous, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, previous);
  await rename(folder, place);
  await rm(previous, { recursive: true, force: true });
}
