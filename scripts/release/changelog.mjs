const UNRELEASED = '## Unreleased\n';

/** The changelog with everything unreleased under the new version, and an empty part for the next one. */
export function cutRelease(changelog, version, date) {
  const notes = readNotes(changelog, 'Unreleased');
  if (notes === '') throw new Error('CHANGELOG.md lists no changes under "Unreleased".');
  return changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} – ${date}\n`);
}

/** The part of a version, without its title. */
export function readNotes(changelog, version) {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} – `));
  if (start === -1) throw new Error(`CHANGELOG.md has no part "${version}".`);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  const part = length === -1 ? lines.slice(start + 1) : lines.slice(start + 1, start + 1 + length);
  return part.join('\n').trim();
}
