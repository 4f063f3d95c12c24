import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { withProgress } from './progress.mjs';
import { runQuietly } from './quiet-command.mjs';

/** Programs, and libraries by their folders, that npm does not have. On Debian, as root, they are installed; elsewhere they have to be there. */
export async function installSystemPackages(wanted) {
  const missing = wanted
    .filter(({ command, folder }) => (folder === undefined ? !isThere(command) : !existsSync(folder)))
    .map(({ packageName }) => packageName);
  if (missing.length === 0) return;
  if (!isThere('apt-get') || process.getuid?.() !== 0) {
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

function isThere(command) {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
