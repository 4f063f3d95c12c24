import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './checkout.mjs';

const sourceFolders = ['apps', 'libs'];
const otherInputs = ['.swcrc', 'package-lock.json', 'scripts/build.mjs'];

/** Every file that the build compiles, relative to the checkout, in a stable order. */
export function sourceFiles() {
  return sourceFolders
    .flatMap((folder) => sourcesUnder(folder))
    .toSorted((left, right) => (left < right ? -1 : 1));
}

/** A digest of all that the build depends on. Contents, not times: it must be right after a checkout. */
export function buildFingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...otherInputs, ...sourceFiles()]) {
    const content = readFileSync(join(checkout.root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

export function isBuilt(fingerprint = buildFingerprint()) {
  try {
    return readFileSync(checkout.buildStamp, 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

function sourcesUnder(folder) {
  return readdirSync(join(checkout.root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesUnder(path);
    return isSource(entry.name) ? [path] : [];
  });
}

function isSource(name) {
  return name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts');
}
