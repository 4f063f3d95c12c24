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

const staging = join(checkout.buildFolder, 'dist');
const previous = join(checkout.buildFolder, 'previous');
const compiledFolder = join(checkout.buildFolder, 'compiled');

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
  await replaceFolder(staging, checkout.dist);
}

/** Running programs read a file of the console only when it is requested, so it can be replaced. */
async function rebuildWeb() {
  const folder = join(checkout.buildFolder, basename(checkout.builtWeb));
  await provideWeb(folder);
  await replaceFolder(folder, checkout.builtWeb);
}

async function buildPrograms(files) {
  await compileAll(files);
  await Promise.all(assetFiles().map(copyAsset));
  await bundlePrograms(staging, checkout.dist);
}

/** In a child process, because this one may have loaded modules of the previous build. */
async function writeWebTypes() {
  const script = fileURLToPath(new URL('./web-types.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, ['--no-warnings', script, '--types']);
}

/**
 * npm runs no install scripts here. In production the checkout can be read-only, so the links are created at build
 * time.
 */
async function linkDatabaseLibraries() {
  const { linkLibraries } = await import('#embedded-postgres');
  linkLibraries();
}

async function compileAll(files) {
  const { transform, version } = await import('@swc/core');
  const options = JSON.parse(await readFile(join(checkout.root, '.swcrc'), 'utf8'));
  const queue = files.values();
  // The lanes share the iterator, so each file is compiled once.
  const lanes = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const file of queue) await compile({ transform, version, options }, file);
  });
  await Promise.all(lanes);
}

/** Compiles a file, unless an earlier build has compiled the same source with the same options. */
async function compile({ transform, version, options }, file) {
  const source = join(checkout.root, file);
  const text = await readFile(source, 'utf8');
  const outputPath = file.replace(/\.ts$/, '.js');
  const target = join(staging, outputPath);
  const compiled = join(compiledFolder, outputPath);
  const key = createHash('sha256').update(JSON.stringify(options)).update(version).update(text).digest('hex');
  if ((await readIfPresent(`${compiled}.key`)) !== key) {
    const { code, map } = await transform(text, {
      ...options,
      swcrc: false,
      filename: source,
      sourceFileName: relative(dirname(join(checkout.dist, outputPath)), source),
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

/** Copies the web console of the last build if it has not changed. */
async function provideWeb(folder) {
  const fingerprint = webFingerprint();
  if (isWebBuilt(fingerprint)) return cp(checkout.builtWeb, folder, { recursive: true });
  await buildWeb(folder);
  await writeFile(join(folder, basename(checkout.webStamp)), fingerprint);
}

/** Replaces the folder by two renames, so that no process reads an incomplete one. */
async function replaceFolder(folder, target) {
  await rm(previous, { recursive: true, force: true });
  if (existsSync(target)) await rename(target, previous);
  await rename(folder, target);
  await rm(previous, { recursive: true, force: true });
}
