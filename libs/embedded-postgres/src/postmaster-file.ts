import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOptionalFile } from './optional-file.js';
import { isKnownToKernel, isPostmasterOf } from './process-identity.js';

export interface Postmaster {
  pid: number;
  port: number;
  status: 'starting' | 'ready' | 'stopping';
}

/** The live postmaster of this cluster, by the file it keeps there. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const postmaster = readPostmasterFile(clusterDir);
  return postmaster && isPostmasterOf(postmaster.pid, clusterDir) ? postmaster : undefined;
}

/**
 * PostgreSQL removes the file of a dead postmaster by itself, but is fooled where the pid is that of a zombie or
 * went to another process. Taking the file away is safe even if leftovers of the dead one still run: they hold
 * the shared memory that PostgreSQL finds by the inode of the folder, and it refuses to start while they do.
 */
export function removeMisleadingPostmasterFile(clusterDir: string): void {
  const postmaster = readPostmasterFile(clusterDir);
  if (postmaster && isKnownToKernel(postmaster.pid) && !isPostmasterOf(postmaster.pid, clusterDir)) {
    rmSync(postmasterFile(clusterDir), { force: true });
  }
}

function readPostmasterFile(clusterDir: string): Postmaster | undefined {
  const lines = readOptionalFile(postmasterFile(clusterDir))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), status: statusFrom(lines[7]?.trim()) };
}

function statusFrom(text: string | undefined): Postmaster['status'] {
  return text === 'ready' || text === 'stopping' ? text : 'starting';
}

function postmasterFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}
