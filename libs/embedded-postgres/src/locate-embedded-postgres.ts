import { existsSync, realpathSync } from 'node:fs';
import { findCluster } from './cluster-directory.js';
import { getAdministratorUrl, getDatabaseUrl } from './database.js';
import { explainFailure } from './failure.js';
import { readApplicationPassword, readPassword } from './password.js';
import { findPostmaster } from './postmaster-file.js';

/** The URL of the database of this data folder, if it is running. Starts and creates nothing. */
export function locateEmbeddedPostgres(dataDir: string): { url: string } | undefined {
  try {
    return locate(dataDir);
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
}

function locate(dataDir: string): { url: string } | undefined {
  if (!existsSync(dataDir)) return undefined;
  const home = realpathSync(dataDir);
  const cluster = findCluster(home);
  const postmaster = cluster && findPostmaster(cluster.directory);
  if (postmaster?.status !== 'ready') return undefined;
  const password = readApplicationPassword(home);
  if (password !== undefined) return { url: getDatabaseUrl(postmaster.port, password) };
  // An earlier version started it, which had only one role.
  return { url: getAdministratorUrl(postmaster.port, readPassword(home)) };
}
