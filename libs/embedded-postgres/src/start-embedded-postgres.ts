import { prepareBinaries } from './binaries.js';
import { type ClusterPlace, isCluster, openDataFolder, settleCluster } from './cluster-directory.js';
import { createCluster } from './create-cluster.js';
import { administratorUrl, databaseUrl } from './database.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';
import { explainFailure } from './failure.js';
import { ensureApplicationPassword, ensurePassword, hasPassword, readPassword } from './password.js';
import { runPostmaster } from './run-postmaster.js';
import { RunningPostgres } from './running-postgres.js';
import { discardLeftovers } from './temporary-sibling.js';

interface StartOptions {
  dataDir: string;
  onProgress?(line: string): void;
  /** Taken where it is free, so that whoever knew the server at this port finds it again. */
  preferredPort?: number;
  /** Gives the start up, however far it has come. */
  signal?: AbortSignal;
}

/** Starts the private PostgreSQL of a data folder, or takes over the one that a killed run left behind. */
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
  const place = settleCluster(dataDir);
  if (place.outsideDataFolder) onProgress?.(explainPlace(dataDir, place));

  const binaries = await prepareBinaries(place.user, onProgress);
  const isNew = !isCluster(place.directory);
  const administrator = isNew ? ensurePassword(dataDir) : readPassword(dataDir);
  if (isNew) await createCluster(place, binaries, administrator, options.signal);

  const passwords = { administrator, application: ensureApplicationPassword(dataDir) };
  const { pid, port } = await runPostmaster(place, binaries, passwords, {
    onProgress,
    preferredPort: options.preferredPort,
    signal: options.signal,
  });
  // What an orphaned initdb still held when the cluster was made, it has let go of by now.
  if (isNew) discardLeftovers(place.directory);
  const urls = {
    url: databaseUrl(port, passwords.application),
    administratorUrl: administratorUrl(port, administrator),
  };
  return new RunningPostgres(urls, pid, place.directory);
}

/** Whether a database was ever made for this data folder, wherever it lives. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return hasPassword(dataDir);
}

function explainPlace(dataDir: string, place: ClusterPlace): string {
  return (
    `The embedded database lives in ${place.directory}, because root may not run PostgreSQL and ` +
    `the user who does cannot reach ${dataDir}.`
  );
}
