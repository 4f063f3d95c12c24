import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    const install = async () => {
      await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--ignore-scripts'], noteHelper);
      await runAllowedScripts(noteHelper);
    };
    await withProgress('Installing packages', install, stream);
    writeFileSync(checkout.installStamp, fingerprint());
  });
}

/** Older releases of npm do not know `allowScripts`, so the scripts of exactly these packages are run by name. */
async function runAllowedScripts(noteHelper) {
  const { allowScripts } = JSON.parse(readFileSync(join(checkout.root, 'package.json'), 'utf8'));
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(checkout.modules, name)),
  );
  if (names.length > 0) await npm(['rebuild', '--ignore-scripts=false', ...names], noteHelper);
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
