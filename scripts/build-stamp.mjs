import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkout } from './checkout.mjs';

const sourceFolders = ['apps', 'libs'];
/** The guide, which is a part of the web pages. */
const guideFolder = 'docs';
const otherInputs = [
  '.swcrc',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/bundled-main.mjs',
];
/** Written by the build. It holds types alone, so that nothing else depends on it. */
const writtenTypes = relative(checkout.root, checkout.webTypes);
const CLOCK_TICK_MS = 1_000;
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

/** A digest of all that the programs are built from. Contents, not times: it must be right after a checkout. */
export function buildFingerprint() {
  return getDigest([...otherInputs, ...sourceFiles(), ...assetFiles()]);
}

/** The same of the web console, which contains the docs. It is built by itself. */
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
  return reads(checkout.buildStamp, fingerprint);
}

/**
 * The same, and much faster where no file has been touched since it was found to be so. The system notes by itself when
 * a file was changed last, whatever its owner says, so no change escapes; a new checkout is read again.
 */
export function isStillBuilt() {
  const { digest, newestMs } = getSurvey();
  if (reads(checkout.surveyStamp, digest)) return true;
  if (!isBuilt() || !isWebBuilt()) return false;
  // Within a tick of its clock the system may give the same time to two changes.
  if (Date.now() - newestMs > CLOCK_TICK_MS) note(checkout.surveyStamp, digest);
  return true;
}

/** Of all files that the build depends on, what can be told without reading them. */
function getSurvey() {
  const hash = createHash('sha256').update(process.version);
  let newestMs = 0;
  for (const file of [...otherInputs, ...otherWebInputs, ...allFiles(), ...guideFiles()]) {
    const { size, ino, mtimeMs, ctimeMs } = statSync(join(checkout.root, file));
    hash.update(`\0${file}\0${size} ${ino} ${mtimeMs} ${ctimeMs}`);
    newestMs = Math.max(newestMs, ctimeMs);
  }
  return { digest: hash.digest('hex'), newestMs };
}

/** A build that nobody may write to is read each time. */
function note(stamp, text) {
  try {
    writeFileSync(stamp, text);
  } catch {
    // The next start takes a moment longer.
  }
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
    .filter((path) => path !== writtenTypes)
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
