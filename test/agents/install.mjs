import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../scripts/checkout.mjs';
import { withCheckoutLock } from '../../scripts/checkout-lock.mjs';
import { withProgress } from '../../scripts/progress.mjs';
import { runQuietly } from '../../scripts/quiet-command.mjs';

/** Beside builds, where `npm ci` of the gateway leaves it alone. */
const FOLDER = join(checkout.workshop, 'agents');
const STAMP = join(FOLDER, '.installed');
const FILES = ['package.json', 'package-lock.json'];

/** What npm says where it cannot reach a registry, or is not let in. */
const NO_REGISTRY =
  /\b(E(NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|AI_AGAIN|NETUNREACH|401|403|404)|ENOTCACHED)\b/;

/**
 * Installs the clients as pinned, unless that was done already, and says where; or why they cannot be had. None of
 * their install scripts is run: what these would put in place is started where it lies.
 */
export async function installAgents() {
  const wanted = FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('');
  const modules = join(FOLDER, 'node_modules');
  if (readStamp() === wanted) return { modules };
  try {
    await withCheckoutLock((noteHelper) =>
      withProgress('Installing the agents', async () => {
        rmSync(FOLDER, { recursive: true, force: true });
        mkdirSync(FOLDER, { recursive: true });
        for (const name of FILES) copyFileSync(new URL(name, import.meta.url), join(FOLDER, name));
        const command = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
        await runQuietly('npm ci', command, { cwd: FOLDER, onStart: noteHelper });
      }),
    );
  } catch (error) {
    if (!NO_REGISTRY.test(error.message)) throw error;
    return {
      reason: `npm cannot install them here: ${error.message.split('\n').find((line) => NO_REGISTRY.test(line))}`,
    };
  }
  writeFileSync(STAMP, wanted);
  return { modules };
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
