import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { checkout } from './checkout.mjs';
import { withCheckoutLock } from './checkout-lock.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

/**
 * Installs the packages of package-lock.json, unless they are installed for this platform and major version of Node.
 */
export async function installIfStale(stream) {
  if (isInstalled()) return;
  await withCheckoutLock(async (recordChild) => {
    if (isInstalled()) return;
    // With NODE_ENV=production npm would leave out the compiler.
    const options = ['--no-audit', '--no-fund', '--include=dev', '--ignore-scripts'];
    await withProgress('Installing packages', () => npm(['ci', ...options], recordChild), stream);
    writeFileSync(checkout.installStamp, fingerprint());
  });
}

function isInstalled() {
  try {
    return readFileSync(checkout.installStamp, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Native packages depend on the ABI, which changes only with a major version of Node. */
function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(checkout.lockfile))
    .update(`\0${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');
}

/** The npm that runs this script, if any: it need not be the first in PATH. */
function npm(args, onStart) {
  const running = process.env.npm_execpath;
  const command = running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm'];
  return runQuietly(`npm ${args[0]}`, [...command, ...args], { cwd: checkout.root, onStart });
}
