import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { ClusterPlace } from './cluster-directory.js';
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

/** A postmaster that takes our password: the one left running by a killed run, or else a new one. */
export async function runPostmaster(
  place: ClusterPlace,
  binaries: Binaries,
  passwords: Passwords,
  options: RunOptions = {},
): Promise<Postmaster> {
  const { onProgress, signal } = options;
  let deadline: number | undefined;
  for (;;) {
    const survivor = await settledPostmaster(place.directory, signal);
    try {
      if (!survivor) return await launch(place, binaries, passwords, options);
      await admit(survivor, place, passwords);
      onProgress?.('PostgreSQL still runs from an earlier start and is used again.');
      return survivor;
    } catch (error) {
      deadline ??= Date.now() + collisionTimeoutMs;
      if (!(error instanceof LaunchCollision)) throw error;
      if (Date.now() > deadline) {
        if (!survivor) throw error;
        onProgress?.('PostgreSQL still runs from an earlier start, but does not answer; it is started anew.');
        await stopPostmaster(survivor.pid, place.directory);
        deadline = undefined;
      }
      await delay(collisionPauseMs, undefined, { signal });
    }
  }
}

/** Waits while another run is starting or stopping the server: what it is doing is soon decided. */
async function settledPostmaster(
  clusterDir: string,
  signal: AbortSignal | undefined,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + transitionTimeoutMs;
  for (;;) {
    const postmaster = findPostmaster(clusterDir);
    if (!postmaster || postmaster.status === 'ready') return postmaster;
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL (pid ${postmaster.pid}) of ${clusterDir} is ${postmaster.status} for too long.`,
      );
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

async function launch(
  place: ClusterPlace,
  binaries: Binaries,
  passwords: Passwords,
  options: RunOptions,
): Promise<Postmaster> {
  removeMisleadingPostmasterFile(place.directory);
  const postmaster = await launchPostmaster(place, binaries, options);
  try {
    return await admit(postmaster, place, passwords);
  } catch (error) {
    await stopPostmaster(postmaster.pid, place.directory);
    throw error;
  }
}

async function admit(postmaster: Postmaster, place: ClusterPlace, passwords: Passwords): Promise<Postmaster> {
  try {
    await ensureDatabase(postmaster.port, passwords);
    return postmaster;
  } catch (error) {
    if (isPasswordRefused(error)) {
      throw new Error(
        `The database in ${place.directory} refuses the password kept in the file postgres-password of the ` +
          'data folder: put the right file back, or remove the data folder to start afresh.',
        { cause: error },
      );
    }
    if (!isUnavailable(error)) throw error;
    // It may be on its way down, or not quite up: looking at it again will tell.
    throw new LaunchCollision(`PostgreSQL (pid ${postmaster.pid}) takes no connections: ${String(error)}`, {
      cause: error,
    });
  }
}
