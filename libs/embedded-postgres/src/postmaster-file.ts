import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOptionalFile } from './optional-file.js';
import { isKnownToKernel, isPostmasterOf } from './process-identity.js';

export interface Postmaster {
  pid: number;
  port: number;
  status: 'starting' | 'ready' | 'stopping';
}

/** The running postmaster of this cluster, according to its pid file. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const postmaster = readPostmasterFile(clusterDir);
  return postmaster && isPostmasterOf(postmaster.pid, clusterDir) ? postmaster : undefined;
}

/**
 * PostgreSQL removes the file of a dead postmaster itself, but not if the pid belongs to a zombie or to another process.
 * Removing it is safe even if backends of the dead postmaster still run: they hold the shared memory, which PostgreSQL
 * finds by the inode of the folder, and it refuses to start while they do.
 */
export function removeMisleadingPostmasterFile(clusterDir: string): void {
  const postmaster = readPostmasterFile(clusterDir);
  if (postmaster && isKnownToKernel(postmaster.pid) && !isPostmasterOf(postmaster.pid, clusterDir)) {
    rmSync(getPostmasterFile(clusterDir), { force: true });
  }
}

function readPostmasterFile(clusterDir: string): Postmaster | undefined {
  const lines = readOptionalFile(getPostmasterFile(clusterDir))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: parseStatus(lines[7]?.trim()) };
}

function parseStatus(text: string | undefined): Postmaster['status'] {
  return text === 'ready' || text === 'stopping' ? text : 'starting';
}

function getPostmasterFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}
