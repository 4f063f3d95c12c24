import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type ClusterPlace, isCluster } from './cluster-directory.js';
import { syncDirectory } from './durable-file.js';
import { lastMeaningfulLines } from './failure.js';
import { serverProcessOptions } from './server-process.js';
import { giveTo, type ServerUser } from './server-user.js';
import { discard, discardLeftovers, temporarySibling } from './temporary-sibling.js';

const initdbTimeoutMs = 300_000;

/** Makes the cluster beside its place and moves it there when it is complete, so a kill leaves nothing half-made. */
export async function createCluster(
  place: ClusterPlace,
  binaries: Binaries,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  discardLeftovers(place.directory);
  const workshop = temporarySibling(place.directory);
  try {
    mkdirSync(workshop);
    chmodSync(workshop, 0o700);
    giveTo(place.user, workshop);
    await initialise(workshop, binaries, password, { user: place.user, signal });
    moveIntoPlace(join(workshop, 'cluster'), place.directory);
  } finally {
    discard(workshop);
  }
}

interface InitdbOptions {
  user: ServerUser | undefined;
  signal: AbortSignal | undefined;
}

async function initialise(
  workshop: string,
  binaries: Binaries,
  password: string,
  options: InitdbOptions,
): Promise<void> {
  const passwordFile = join(workshop, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(options.user, passwordFile);
  const initdbArguments = [
    `--pgdata=${join(workshop, 'cluster')}`,
    '--username=modelgate',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  try {
    await runInitdb(binaries.initdb, initdbArguments, options);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(
  initdb: string,
  initdbArguments: string[],
  { user, signal }: InitdbOptions,
): Promise<void> {
  const child = spawn(initdb, initdbArguments, {
    ...serverProcessOptions(user),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: initdbTimeoutMs,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ending = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? String(code)));
  });
  if (ending !== '0') {
    throw new Error(`The database could not be created (initdb: ${ending}):\n${lastMeaningfulLines(output)}`);
  }
}

function moveIntoPlace(cluster: string, directory: string): void {
  try {
    renameSync(cluster, directory);
  } catch (error) {
    // Another start was faster. Its cluster has the same password: both read it from the one file.
    if (isCluster(directory)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new Error(`${directory} is in the way: it is not a database of PostgreSQL. Move it elsewhere.`, {
      cause: error,
    });
  }
  syncDirectory(dirname(directory));
}
