import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.js';
import { type ClusterLocation, isCluster } from './cluster-directory.js';
import { syncDirectory } from './durable-file.js';
import { lastMeaningfulLines } from './failure.js';
import { serverProcessOptions } from './server-process.js';
import { changeOwner, type ServerUser } from './server-user.js';
import { removeTemporary, removeLeftovers, createTemporaryName } from './temporary-sibling.js';

const initdbTimeoutMs = 300_000;

/** Creates the cluster in a temporary folder and moves it when it is complete, so that a kill leaves no partial cluster. */
export async function createCluster(
  location: ClusterLocation,
  binaries: Binaries,
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  removeLeftovers(location.directory);
  const temporary = createTemporaryName(location.directory);
  try {
    mkdirSync(temporary);
    chmodSync(temporary, 0o700);
    changeOwner(location.user, temporary);
    await initialise(temporary, binaries, password, { user: location.user, signal });
    moveCluster(join(temporary, 'cluster'), location.directory);
  } finally {
    removeTemporary(temporary);
  }
}

interface InitdbOptions {
  user: ServerUser | undefined;
  signal: AbortSignal | undefined;
}

async function initialise(
  temporary: string,
  binaries: Binaries,
  password: string,
  options: InitdbOptions,
): Promise<void> {
  const passwordFile = join(temporary, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  changeOwner(options.user, passwordFile);
  const initdbArguments = [
    `--pgdata=${join(temporary, 'cluster')}`,
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

function moveCluster(cluster: string, directory: string): void {
  try {
    renameSync(cluster, directory);
  } catch (error) {
    // A concurrent start was faster. Its cluster has the same password, from the same file.
    if (isCluster(directory)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new Error(`${directory} exists, but is not a PostgreSQL database. Move it elsewhere.`, {
      cause: error,
    });
  }
  syncDirectory(dirname(directory));
}
