import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { checkout } from './checkout.mjs';
import { withCheckoutLock } from './checkout-lock.mjs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

/** Installs exactly what package-lock.json names, unless that was done already, by a Node that loads the same packages. */
export async function installIfStale(stream) {
  if (isInstalled()) return;
  await withCheckoutLock(async (noteHelper) => {
    if (isInstalled()) return;
    // Named: NODE_ENV=production would leave out the compiler.
    const options = ['--no-audit', '--no-fund', '--include=dev', '--ignore-scripts'];
    await withProgress('Installing packages', () => npm(['ci', ...options], noteHelper), stream);
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

/** What a package may have been built for is the ABI of a major version; a patch release changes nothing about that. */
function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(checkout.lockfile))
    .update(`\0${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest('hex');
}

/** The npm that runs us, where one does; it need not be the first on the path. */
function npm(args, onStart) {
  const running = process.env.npm_execpath;
  const command = running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm'];
  return runQuietly(`npm ${args[0]}`, [...command, ...args], { cwd: checkout.root, onStart });
}
