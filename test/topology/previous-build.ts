import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { THIS_CHECKOUT } from './topology.js';

const run = promisify(execFile);
const MIGRATIONS = 'libs/database/src/migrations/index.ts';

/** A checkout that is built, as it was at an earlier commit. */
export interface PreviousBuild {
  checkout: string;
  description: string;
  remove(): void;
}

/** The version before the last change of the schema; this one itself where its history is not here. */
export async function buildPrevious(): Promise<PreviousBuild> {
  const commit = await findPrevious();
  if (commit === undefined)
    return {
      checkout: THIS_CHECKOUT,
      description: 'this version: there is no history here',
      remove: () => undefined,
    };
  const checkout = mkdtempSync(join(tmpdir(), 'modelgate-test-previous-'));
  const archive = join(checkout, 'archive.tar');
  await git(['archive', '--output', archive, commit]);
  await run('tar', ['--extract', '--file', archive], { cwd: checkout });
  rmSync(archive);
  await providePackages(checkout);
  // The console is the larger part of a build: it is taken over where nothing of it has changed.
  cpSync(join(THIS_CHECKOUT, 'dist/web'), join(checkout, 'dist/web'), { recursive: true });
  await run(process.execPath, ['scripts/build.mjs'], { cwd: checkout });
  const description = (await git(['log', '-1', '--format=%h of %cs', commit])).trim();
  return { checkout, description, remove: () => rmSync(checkout, { recursive: true, force: true }) };
}

async function findPrevious(): Promise<string | undefined> {
  try {
    const changed = await git(['log', '--first-parent', '-1', '--format=%H', '--', MIGRATIONS]);
    return (await git(['rev-parse', '--verify', '--quiet', `${changed.trim()}^`])).trim();
  } catch {
    return undefined;
  }
}

async function git(args: string[]): Promise<string> {
  return (await run('git', ['-C', THIS_CHECKOUT, ...args])).stdout;
}

/** The tools of this version build an earlier one, too; what that runs with has to be its own. */
async function providePackages(checkout: string): Promise<void> {
  const modules = join(THIS_CHECKOUT, 'node_modules');
  const [here, there] = [THIS_CHECKOUT, checkout].map(readRunningPackages);
  if (here === there && existsSync(modules)) symlinkSync(modules, join(checkout, 'node_modules'));
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: checkout });
}

function readRunningPackages(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  // The first is the project itself, with all that it asks for.
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  return JSON.stringify(installed);
}
