import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkout } from './checkout.mjs';

const sourceFolders = ['apps', 'libs'];
/** The guide is part of the web console. */
const guideFolder = 'docs';
const otherInputs = [
  '.swcrc',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/bundled-main.mjs',
];
/** Written by the build. It has only types, so no output depends on it. */
const generatedTypes = relative(checkout.root, checkout.webTypes);
/** Not part of any output, so that a changed test needs no build. */
const TEST_FILE = /\.spec\.tsx?$|\/__fixtures__\//;
const CLOCK_TICK_MS = 1_000;
const webFolder = 'apps/web/';
const otherWebInputs = ['package-lock.json', 'scripts/build-web.mjs'];

/** The files that the build compiles, relative to the checkout and sorted. */
export function sourceFiles() {
  return allFiles().filter(isSource);
}

/** The files that the build copies. */
export function assetFiles() {
  return allFiles().filter(isAsset);
}

/** A digest of the inputs of the programs: their contents, because `git checkout` sets new times. */
export function buildFingerprint() {
  return getDigest([...otherInputs, ...sourceFiles(), ...assetFiles()]);
}

/** A digest of the inputs of the web console, which contains the docs and is built separately. */
export function webFingerprint() {
  const pages = allFiles().filter((path) => path.startsWith(webFolder));
  return getDigest([...otherWebInputs, ...pages, ...guideFiles()]);
}

function getDigest(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const content = readFileSync(join(checkout.root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export function isBuilt(fingerprint = buildFingerprint()) {
  return hasContent(checkout.buildStamp, fingerprint);
}

/**
 * The same for programs and console, and much faster if no file was touched since the last call. The kernel sets the
 * change time (ctime) of a file itself, so that no change is missed.
 */
export function isStillBuilt() {
  const { digest, newestMs } = getFileTimes();
  if (hasContent(checkout.fileTimesStamp, digest)) return true;
  if (!isBuilt() || !isWebBuilt()) return false;
  // Two changes within a tick of the clock can have the same time.
  if (Date.now() - newestMs > CLOCK_TICK_MS) writeIfPossible(checkout.fileTimesStamp, digest);
  return true;
}

/** A digest of the sizes and times of all inputs of the build, which takes no reading of files. */
function getFileTimes() {
  const hash = createHash('sha256').update(process.version);
  let newestMs = 0;
  for (const file of [...otherInputs, ...otherWebInputs, ...allFiles(), ...guideFiles()]) {
    const { size, ino, mtimeMs, ctimeMs } = statSync(join(checkout.root, file));
    hash.update(`\0${file}\0${size} ${ino} ${mtimeMs} ${ctimeMs}`);
    newestMs = Math.max(newestMs, ctimeMs);
  }
  return { digest: hash.digest('hex'), newestMs };
}

/** A read-only build has no such file, so its inputs are read each time. */
function writeIfPossible(stamp, text) {
  try {
    writeFileSync(stamp, text);
  } catch {
    // The next start is slower.
  }
}

export function isWebBuilt(fingerprint = webFingerprint()) {
  return hasContent(checkout.webStamp, fingerprint);
}

function hasContent(stamp, fingerprint) {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

function allFiles() {
  return sourceFolders
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => path !== generatedTypes && !TEST_FILE.test(path))
    .toSorted((left, right) => (left < right ? -1 : 1));
}

function guideFiles() {
  return filesUnder(guideFolder).toSorted((left, right) => (left < right ? -1 : 1));
}

function filesUnder(folder) {
  return readdirSync(join(checkout.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(path);
    return [path];
  });
}

function isSource(path) {
  return !path.startsWith(webFolder) && path.endsWith('.ts') && !path.endsWith('.d.ts');
}

function isAsset(path) {
  return !path.startsWith(webFolder) && path.includes('/assets/') && !path.endsWith('.ts');
}
