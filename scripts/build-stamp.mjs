import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

const sourceFolders = ['apps', 'libs'];
const otherInputs = ['.swcrc', 'package-lock.json', 'scripts/build.mjs', 'scripts/bundle.mjs'];
const webFolder = 'apps/web/';
const otherWebInputs = ['package-lock.json', 'scripts/build-web.mjs'];

/** Every file that the build compiles, relative to the checkout, in a stable order. */
export function sourceFiles() {
  return allFiles().filter(isSource);
}

/** Every file that the build copies as it is. */
export function assetFiles() {
  return allFiles().filter(isAsset);
}

/** A digest of all that the build depends on. Contents, not times: it must be right after a checkout. */
export function buildFingerprint() {
  return getDigest([...otherInputs, ...sourceFiles(), ...assetFiles()], webFingerprint());
}

/** The same of the web console alone, which is built apart and seldom. */
export function webFingerprint() {
  return getDigest([...otherWebInputs, ...allFiles().filter((path) => path.startsWith(webFolder))]);
}

function getDigest(files, seed = '') {
  const hash = createHash('sha256').update(process.version).update(seed);
  for (const file of files) {
    const content = readFileSync(join(checkout.root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export function isBuilt(fingerprint = buildFingerprint()) {
  return reads(checkout.buildStamp, fingerprint);
}

export function isWebBuilt(fingerprint = webFingerprint()) {
  return reads(checkout.webStamp, fingerprint);
}

function reads(stamp, fingerprint) {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

function allFiles() {
  return sourceFolders
    .flatMap((folder) => filesUnder(folder))
    .toSorted((left, right) => (left < right ? -1 : 1));
}

function filesUnder(folder) {
  return readdirSync(join(checkout.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(path);
    return [path];
  });
}

function isSource(path) {
  return (
    !path.startsWith(webFolder) &&
    path.endsWith('.ts') &&
    !path.endsWith('.spec.ts') &&
    !path.endsWith('.d.ts')
  );
}

function isAsset(path) {
  return !path.startsWith(webFolder) && path.includes('/assets/') && !path.endsWith('.ts');
}
