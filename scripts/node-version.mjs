import { readFileSync } from 'node:fs';

// Must run on old Node versions, so it uses no recent features.

/** Exits with a message if this Node is older than `engines` of package.json requires. */
export function requireSupportedNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (isAtLeast(process.versions.node, oldest)) return;
  console.log(`Modelgate requires Node.js ${oldest} or newer. This is version ${process.versions.node}.`);
  process.exit(1);
}

function isAtLeast(version, oldest) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
