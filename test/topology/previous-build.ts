import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RELEASE_COMMITS, listReleases } from '../upgrades/releases.js';
import { THIS_CHECKOUT } from './topology.js';

const run = promisify(execFile);
const MIGRATIONS = 'libs/database/src/migrations/index.ts';

/** A built checkout of an earlier commit. */
export interface PreviousBuild {
  checkout: string;
  description: string;
  remove(): void;
}

/**
 * The newest release; if its commit is not here, the version before the last change of the schema, or this version
 * itself.
 */
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
  takeOverConsole(checkout);
  await run(process.execPath, ['scripts/build.mjs'], { cwd: checkout });
  const description = await git(['log', '-1', '--format=%h of %cs', commit]);
  return { checkout, description, remove: () => rmSync(checkout, { recursive: true, force: true }) };
}

/** The console of this version, because packages that only the earlier one is built with may be missing. */
function takeOverConsole(checkout: string): void {
  for (const part of ['apps/web', 'docs', 'scripts/build-web.mjs', 'dist/web']) {
    rmSync(join(checkout, part), { recursive: true, force: true });
    cpSync(join(THIS_CHECKOUT, part), join(checkout, part), { recursive: true });
  }
}

async function findPrevious(): Promise<string | undefined> {
  const released = RELEASE_COMMITS[listReleases().at(-1) ?? ''] ?? '';
  const release = await findCommit(released);
  if (release !== undefined) return release;
  const changed = await git(['log', '--first-parent', '-1', '--format=%H', '--', MIGRATIONS]).catch(() => '');
  return findCommit(`${changed}^`);
}

/** Undefined if the local history does not contain it. */
function findCommit(name: string): Promise<string | undefined> {
  return git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => undefined);
}

async function git(args: string[]): Promise<string> {
  return (await run('git', ['-C', THIS_CHECKOUT, ...args])).stdout.trim();
}

/**
 * The tools of this version also build an earlier one. It runs with the packages that it names, which are installed if
 * this version names others.
 */
async function providePackages(checkout: string): Promise<void> {
  const modules = join(THIS_CHECKOUT, 'node_modules');
  const [here, there] = [readDependencies(THIS_CHECKOUT), readDependencies(checkout)];
  const isProvided = Object.entries(there).every(([name, version]) => here[name] === version);
  if (isProvided && existsSync(modules)) symlinkSync(modules, join(checkout, 'node_modules'));
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: checkout });
}

/** Their versions are exact. */
function readDependencies(root: string): Record<string, string> {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}
