import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { ClusterLocation } from './cluster-directory.js';
import { ensureDatabase, isPasswordRefused, isUnavailable } from './database.js';
import { LaunchCollision, launchPostmaster } from './launch-postmaster.js';
import type { Passwords } from './password.js';
import { findPostmaster, type Postmaster, removeMisleadingPostmasterFile } from './postmaster-file.js';
import { stopPostmaster } from './stop-postmaster.js';

const collisionTimeoutMs = 15_000;
const collisionPauseMs = 200;
const transitionTimeoutMs = 300_000;
const pollIntervalMs = 20;

interface RunOptions {
  onProgress?: (line: string) => void;
  preferredPort?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns a postmaster that accepts our password: one that an earlier start left running, or else a new one. */
export async function runPostmaster(
  location: ClusterLocation,
  binaries: Binaries,
  passwords: Passwords,
  options: RunOptions = {},
): Promise<Postmaster> {
  const { onProgress, signal } = options;
  let deadline: number | undefined;
  for (;;) {
    const survivor = await waitForSettledPostmaster(location.directory, signal);
    try {
      if (!survivor) return await launch(location, binaries, passwords, options);
      await requireDatabase(survivor, location, passwords);
      onProgress?.('PostgreSQL is still running from an earlier start and is reused.');
      return survivor;
    } catch (error) {
      deadline ??= Date.now() + collisionTimeoutMs;
      if (!(error instanceof LaunchCollision)) throw error;
      if (Date.now() > deadline) {
        if (!survivor) throw error;
        onProgress?.(
          'PostgreSQL is still running from an earlier start but does not respond. It is restarted.',
        );
        await stopPostmaster(survivor.pid, location.directory);
        deadline = undefined;
      }
      await delay(collisionPauseMs, undefined, { signal });
    }
  }
}

/** Waits while another process is starting or stopping the server. */
async function waitForSettledPostmaster(
  clusterDir: string,
  signal: AbortSignal | undefined,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + transitionTimeoutMs;
  for (;;) {
    const postmaster = findPostmaster(clusterDir);
    if (!postmaster || postmaster.status === 'ready') return postmaster;
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL (pid ${postmaster.pid}) of ${clusterDir} has been ${postmaster.status} for too long.`,
      );
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

async function launch(
  location: ClusterLocation,
  binaries: Binaries,
  passwords: Passwords,
  options: RunOptions,
): Promise<Postmaster> {
  removeMisleadingPostmasterFile(location.directory);
  const postmaster = await launchPostmaster(location, binaries, options);
  try {
    return await requireDatabase(postmaster, location, passwords);
  } catch (error) {
    await stopPostmaster(postmaster.pid, location.directory);
    throw error;
  }
}

async function requireDatabase(
  postmaster: Postmaster,
  location: ClusterLocation,
  passwords: Passwords,
): Promise<Postmaster> {
  try {
    await ensureDatabase(postmaster.port, passwords);
    return postmaster;
  } catch (error) {
    if (isPasswordRefused(error)) {
      throw new Error(
        `The database in ${location.directory} rejects the password in the file postgres-password of the ` +
          'data folder: restore the right file, or delete the data folder to start with an empty installation.',
        { cause: error },
      );
    }
    if (!isUnavailable(error)) throw error;
    // The server may be stopping or not completely started, so the caller tries again.
    throw new LaunchCollision(
      `PostgreSQL (pid ${postmaster.pid}) does not accept connections: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}
