const UNRELEASED = '## Unreleased\n';

/** Moves the unreleased changes under the new version. */
export function cutRelease(changelog, version, date) {
  const notes = readNotes(changelog, 'Unreleased');
  if (notes === '') throw new Error('CHANGELOG.md lists no changes under "Unreleased".');
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} – ${date}\n`);
}

/** The section of a version, without its heading. */
export function readNotes(changelog, version) {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} – `));
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${version}".`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  const part = length === -1 ? lines.slice(start + 1) : lines.slice(start + 1, start + 1 + length);
  return part.join('\n').trim();
}
