/**
 * Writes the files of a release to a folder: the source archive, the software bill of materials (CycloneDX), the notes
 * from CHANGELOG.md, and the SHA-256 checksums of the others.
 *
 *   node scripts/release-files.mjs 0.2.0 release
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNotes } from './release/changelog.mjs';

const [version, folder = 'release'] = process.argv.slice(2);
if (version === undefined) throw new Error('Usage: node scripts/release-files.mjs VERSION [FOLDER]');
const name = `modelgate-${version}`;
mkdirSync(folder, { recursive: true });
execFileSync('git', [
  'archive',
  '--format=tar.gz',
  `--prefix=${name}/`,
  `--output=${join(folder, `${name}.tar.gz`)}`,
  'HEAD',
]);
const components = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'],
  {
    maxBuffer: 64 * 1024 * 1024,
  },
);
const bill = JSON.parse(components);
// npm uses the name of the folder, and describes every package as a library.
Object.assign(bill.metadata.component, { name: 'modelgate', type: 'application' });
writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`);
writeFileSync(join(folder, 'notes.md'), `${readNotes(readFileSync('CHANGELOG.md', 'utf8'), version)}\n`);
const sums = [`${name}.tar.gz`, `${name}.cdx.json`].map((file) => {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
  return `${sum}  ${file}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
