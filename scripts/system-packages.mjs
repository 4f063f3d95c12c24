import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

/**
 * Programs and libraries that npm does not have. As root on Debian they are installed. On other systems a missing one
 * is an error.
 */
export async function installSystemPackages(wanted) {
  const missing = wanted
    .filter(({ command, folder }) => (folder === undefined ? !isInPath(command) : !existsSync(folder)))
    .map(({ packageName }) => packageName);
  if (missing.length === 0) return;
  if (!isInPath('apt-get') || process.getuid?.() !== 0) {
    console.log(`These tests require ${missing.join(' and ')}. Install them first.`);
    process.exit(1);
  }
  await withProgress(`Installing ${missing.join(', ')}`, async () => {
    const environment = ['env', 'DEBIAN_FRONTEND=noninteractive'];
    await runQuietly('apt-get update', [...environment, 'apt-get', 'update'], { cwd: '/' });
    const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
    await runQuietly('apt-get install', [...environment, ...install], { cwd: '/' });
  });
}

function isInPath(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
