import { readFileSync } from 'node:fs';

// Runs on Node versions that are too old for the rest: nothing here may need a recent one.

/** Ends the process with one clear line where this Node is older than package.json's engines ask for. */
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
