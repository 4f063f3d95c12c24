import { prepareBinaries } from './binaries.js';
import {
  type ClusterLocation,
  isCluster,
  openDataFolder,
  chooseClusterLocation,
} from './cluster-directory.js';
import { createCluster } from './create-cluster.js';
import { getAdministratorUrl, getDatabaseUrl } from './database.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';
import { explainFailure } from './failure.js';
import { ensureApplicationPassword, ensurePassword, hasPassword, readPassword } from './password.js';
import { runPostmaster } from './run-postmaster.js';
import { RunningPostgres } from './running-postgres.js';
import { removeLeftovers } from './temporary-sibling.js';

interface StartOptions {
  dataDir: string;
  onProgress?(line: string): void;
  /** Used if it is free, so that existing clients of the server find it again. */
  preferredPort?: number;
  /** Aborts the start at any point. */
  signal?: AbortSignal;
}

/** Starts the embedded PostgreSQL of a data folder, or reuses one that a killed process left running. */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    throw explainFailure(error, options.dataDir);
  }
}

async function start(options: StartOptions): Promise<EmbeddedPostgres> {
  const onProgress = options.onProgress?.bind(options);
  const dataDir = openDataFolder(options.dataDir);
  const location = chooseClusterLocation(dataDir);
  if (location.outsideDataFolder) onProgress?.(explainLocation(dataDir, location));

  const binaries = await prepareBinaries(location.user, onProgress);
  const isNew = !isCluster(location.directory);
  const administrator = isNew ? ensurePassword(dataDir) : readPassword(dataDir);
  if (isNew) await createCluster(location, binaries, administrator, options.signal);

  const passwords = { administrator, application: ensureApplicationPassword(dataDir) };
  const { pid, port } = await runPostmaster(location, binaries, passwords, {
    onProgress,
    preferredPort: options.preferredPort,
    signal: options.signal,
  });
  // An orphaned initdb may have kept leftovers in use when the cluster was created. By now they can be deleted.
  if (isNew) removeLeftovers(location.directory);
  const urls = {
    url: getDatabaseUrl(port, passwords.application),
    administratorUrl: getAdministratorUrl(port, administrator),
  };
  return new RunningPostgres(urls, pid, location.directory);
}

/** Whether a database was ever created for this data folder, inside or outside of it. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return hasPassword(dataDir);
}

function explainLocation(dataDir: string, location: ClusterLocation): string {
  return (
    `The embedded database is in ${location.directory}, because root cannot run PostgreSQL and ` +
    `the user that runs it cannot access ${dataDir}.`
  );
}
