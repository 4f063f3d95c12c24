import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
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

await withCheckoutLock(async () => {
  const fingerprint = buildFingerprint();
  if (isBuilt(fingerprint)) return;
  const startedAt = performance.now();
  const files = sourceFiles();
  await rm(staging, { recursive: true, force: true });
  await Promise.all([
    buildPrograms(files),
    provideWeb(join(staging, relative(checkout.dist, checkout.builtWeb))),
  ]);
  await writeFile(join(staging, basename(checkout.buildStamp)), fingerprint);
  await putInPlace();
  console.log(`Built ${files.length} files in ${Math.round(performance.now() - startedAt)} ms.`);
});

async function buildPrograms(files) {
  await compileAll(files);
  await Promise.all(assetFiles().map(copyAsset));
  await bundlePrograms(staging, checkout.dist);
}

async function compileAll(files) {
  const { transform } = await import('@swc/core');
  const options = JSON.parse(await readFile(join(checkout.root, '.swcrc'), 'utf8'));
  const queue = files.values();
  // The iterator is shared: each lane takes the next file that no other has taken.
  const lanes = Array.from({ length: 2 * availableParallelism() }, async () => {
    for (const file of queue) await compile(transform, options, file);
  });
  await Promise.all(lanes);
}

async function compile(transform, options, file) {
  const source = join(checkout.root, file);
  const place = file.replace(/\.ts$/, '.js');
  const target = join(staging, place);
  const finalFolder = dirname(join(checkout.dist, place));
  const { code, map } = await transform(await readFile(source, 'utf8'), {
    ...options,
    swcrc: false,
    filename: source,
    sourceFileName: relative(finalFolder, source),
  });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(`${target}.map`, map);
  await writeFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
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

/** The whole of dist changes hands in two renames, so that nobody ever finds half of it. */
async function putInPlace() {
  await rm(previous, { recursive: true, force: true });
  if (existsSync(checkout.dist)) await rename(checkout.dist, previous);
  await rename(staging, checkout.dist);
  await rm(previous, { recursive: true, force: true });
}
